// Films of searches: what they show at a move doesn't depend on the way there.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Backtracking, DancingLinks, Film } from "../../../src/farandole/web/static/watch/films.js";
import events from "./events.json" with { type: "json" };

/** @param {Film} film */
function shown(film) {
  return JSON.stringify([
    film.counts,
    film.covered,
    film.hidden,
    film.sizes,
    film.digits,
    film.branch,
    film.choice,
    film.taken,
  ]);
}

for (const [name, make] of [
  ["links", () => new DancingLinks(events.matrix)],
  ["backtracking", () => new Backtracking(16)],
]) {
  test(`${name}: going back undoes going forward`, () => {
    const film = make();
    film.append(events[name]);
    const states = [];
    for (let at = 0; at <= film.moves.length; at++) {
      film.seek(at);
      states.push(shown(film).replaceAll(/"[a-z ]+":0,?/g, ""));
    }
    for (let at = film.moves.length; at >= 0; at--) {
      film.seek(at);
      assert.equal(
        shown(film)
          .replaceAll(/"[a-z ]+":0,?/g, "")
          .replaceAll(",}", "}"),
        states[at].replaceAll(",}", "}"),
      );
    }
  });

  test(`${name}: parts make the same film as a whole`, () => {
    const whole = make(),
      parts = make();
    whole.append(events[name]);
    for (const move of events[name]) parts.append([move]);
    assert.deepEqual(parts.ticks, whole.ticks);
    assert.deepEqual(parts.tree, whole.tree);
  });
}

test("each tick tries one more", () => {
  const film = new DancingLinks(events.matrix);
  film.append(events.links);
  for (let tick = 0; tick <= film.length; tick++) {
    film.seekTick(tick);
    assert.equal(film.counts.try ?? 0, tick);
    assert.equal(film.tick, tick);
  }
  assert.equal(film.counts.solution, 1);
});

test("sizes are those that the search reports at each choice", () => {
  const film = new DancingLinks(events.matrix);
  film.append(events.links);
  events.links.forEach((move, at) => {
    film.seek(at + 1);
    if (move[0] === "choose") assert.equal(film.sizes[move[2]], move[3]);
  });
  film.seek(film.moves.length);
  assert.ok(film.hidden.every((one) => !one) || events.links.at(-1)[0] === "solution");
});

test("a film of nothing is empty", () => {
  const film = new Film();
  film.seek(5);
  assert.deepEqual(
    [film.at, film.length, film.last, film.choice, film.taken, film.summary],
    [0, 0, null, null, [], []],
  );
});
