// Any bytes are variables over a few candidates, which of these exclude each other, and groups. Each link of a proof
// must follow from those before it, and no choice of true candidates may have the target among them.
#include <cstdlib>
#include <set>

#include "logic/whips.hpp"

using namespace farandole;

using Candidate = Whips::Candidate;
using Candidates = uint32_t;  // as bits

static void check(bool holds) {
    if (!holds) std::abort();
}

namespace {

struct Puzzle {
    int32_t n = 0;
    std::vector<Candidates> excluded, variables, groups;

    Candidates members(Candidate number) const {
        return number < n ? Candidates{1} << number : groups[(size_t)(number - n)];
    }

    // What a candidate excludes, or what each of a group excludes.
    Candidates out(Candidate number) const {
        Candidates common = ~Candidates{0};
        for (Candidate each = 0; each < n; ++each)
            if (members(number) >> each & 1) common &= excluded[each];
        return common;
    }

    bool is_refuted(Candidate target) const {
        for (Candidates chosen = 0; chosen < Candidates{1} << n; ++chosen) {
            bool is_solution = chosen >> target & 1;
            for (const Candidates variable : variables) is_solution &= std::popcount(variable & chosen) == 1;
            for (Candidate each = 0; each < n && is_solution; ++each)
                is_solution &= !(chosen >> each & 1) || !(excluded[each] & chosen);
            if (is_solution) return false;
        }
        return true;
    }
};

}  // namespace

static void check_proof(const Puzzle& puzzle, const Whips::Proof& proof, bool is_whip) {
    Candidates gone = puzzle.out(proof.target);
    std::set<Candidate> truths{proof.target};
    Candidate last = proof.target;
    for (const Whips::Link& link : proof.links) {
        const Candidates variable = puzzle.variables[(size_t)link.variable];
        check(truths.contains(link.cause) && (!is_whip || link.cause == last));
        check(variable >> link.left & 1 && puzzle.out(link.cause) >> link.left & 1);
        const Candidates left = variable & ~gone;
        check(left == (link.right < 0 ? 0 : puzzle.members(link.right)));
        check((link.right < 0) == (&link == &proof.links.back()));
        if (link.right < 0) break;
        last = link.right;
        truths.insert(last);
        gone |= puzzle.out(last);
    }
    check(puzzle.is_refuted(proof.target));
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const uint8_t* const end = data + size;
    const auto below = [&](int32_t limit) { return data == end ? 0 : *data++ % limit; };
    Puzzle puzzle{2 + below(9), {}, {}, {}};
    const Candidates all = (Candidates{1} << puzzle.n) - 1;
    puzzle.excluded.resize((size_t)puzzle.n);
    const auto exclude = [&](Candidate one, Candidate other) {
        if (one == other) return;
        puzzle.excluded[(size_t)one] |= Candidates{1} << other;
        puzzle.excluded[(size_t)other] |= Candidates{1} << one;
    };
    for (int32_t left = below(16); left-- > 0;) exclude(below(puzzle.n), below(puzzle.n));
    const int32_t n_groups = below(4), max_length = 1 + below(8), work = below(8) ? 1 << 20 : below(64);
    const int32_t room = 1 + below(9);
    while (data != end && (int32_t)puzzle.variables.size() < room) {
        const Candidates variable = ((Candidates)below(256) << 8 | (Candidates)below(256)) & all;
        if (!variable) continue;
        puzzle.variables.push_back(variable);
        for (Candidate one = 0; one < puzzle.n; ++one)
            for (Candidate other = 0; other < one; ++other)
                if (variable >> one & 1 && variable >> other & 1) exclude(one, other);
    }
    const auto listed = [&](const std::vector<Candidates>& sets) {
        std::vector<std::vector<Candidate>> lists(sets.size());
        for (size_t at = 0; at < sets.size(); ++at)
            for (Candidate each = 0; each < puzzle.n; ++each)
                if (sets[at] >> each & 1) lists[at].push_back(each);
        return lists;
    };
    const auto variables = listed(puzzle.variables);
    Whips whips(listed(puzzle.excluded), variables);
    StopToken stop;
    for (const auto& proof : whips.find_braids(2 * max_length, stop)) check_proof(puzzle, proof, false);
    for (int32_t left = n_groups; left-- > 0 && !variables.empty();) {
        const auto& chosen = variables[(size_t)below((int32_t)variables.size())];
        if (chosen.size() < 2) continue;
        const auto first = (size_t)below((int32_t)chosen.size() - 1);
        const size_t n_members = std::min<size_t>(2 + (size_t)below(2), chosen.size() - first);
        const std::vector<Candidate> members(chosen.begin() + (ptrdiff_t)first,
                                             chosen.begin() + (ptrdiff_t)(first + n_members));
        check(whips.add_group(members) == puzzle.n + (int32_t)puzzle.groups.size());
        Candidates group = 0;
        for (const Candidate member : members) group |= Candidates{1} << member;
        puzzle.groups.push_back(group);
    }
    std::set<Candidate> targets;
    size_t length = 0;
    for (const auto& proof : whips.find_whips(max_length, work, stop)) {
        check_proof(puzzle, proof, true);
        check(targets.insert(proof.target).second && (!length || proof.links.size() == length));
        length = proof.links.size();
        check((int32_t)length <= max_length);
    }
    for (Candidate target = 0; target < puzzle.n && work == 1 << 20; ++target)
        for (const Candidates variable : puzzle.variables)
            if (!(variable >> target & 1) && !(variable & ~puzzle.excluded[(size_t)target]))
                check(length == 1 && targets.contains(target));
    return 0;
}
