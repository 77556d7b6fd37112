// A tick and a short vibration for each digit, and a chord at the end. All are off until the player wants them.

import { settings } from "../core/storage.js";

/** @type {AudioContext | undefined} */
let audio;

/** @param {import("../core/game.js").Game} game */
export function listenForFeedback(game) {
  let { filled } = game;
  game.addEventListener("puzzle", () => (filled = game.filled));
  game.addEventListener("change", () => {
    const isNew = game.filled > filled;
    filled = game.filled;
    if (!isNew) return;
    if (settings.get("sounds", false)) (game.isSolved ? [523, 659, 784] : [880]).forEach(play);
    if (settings.get("haptics", false)) navigator.vibrate?.(game.isSolved ? [30, 40, 60] : 10);
  });
}

/**
 * @param {number} pitch in hertz
 * @param {number} at its place in the chord
 */
function play(pitch, at) {
  audio ??= new AudioContext();
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  const start = audio.currentTime + at * 0.09;
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.06, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.18);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + 0.2);
}
