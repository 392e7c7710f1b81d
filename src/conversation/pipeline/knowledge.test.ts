import { expect, it } from 'vitest';
import { callWith, onVirtualClock } from '../../../test/pipeline/call-with.ts';
import { flowOf, flowPlay } from '../../../test/pipeline/flow-play.ts';
import { startAfterMs, type TestCall } from '../../../test/pipeline/test-call.ts';
import { delay } from '../../platform/kernel/index.ts';
import type { Passage } from '../knowledge/index.ts';

onVirtualClock();

const passage: Passage = {
  ...{ chunkId: 'c', documentId: 'd', sourceId: 's', title: 'Prices', headings: ['Rooms'], score: 3 },
  text: 'A double room costs 90 euros.',
};
const question = 'What does a double room cost with breakfast?';

/** Searches that take `ms`. */
function knowing(ms: number) {
  const asked: string[] = [];
  const search = async (query: string) => {
    asked.push(query);
    await delay(ms);
    return [passage];
  };
  const known = { search };
  return { asked, knowledge: { searchIn: () => known } };
}

/** Speaks the question, with partial results on the way. Returns where it ended. */
async function asks(call: TestCall): Promise<number> {
  const startMs = call.nowMs;
  call.transcriber.understands(question, startMs);
  await call.advance(startAfterMs);
  call.conversation.speechStarted({ atMs: startMs, decidedAtMs: call.nowMs });
  for (const text of ['What does', 'What does a double room', question]) {
    await call.advance(400);
    call.transcriber.emits({ type: 'partial', text, startMs, endMs: call.nowMs });
  }
  const endMs = call.nowMs;
  await call.advance(100);
  call.pauses(endMs);
  await call.advance(endMs + 240 - call.nowMs);
  call.conversation.speechEnded({ atMs: endMs, decidedAtMs: call.nowMs });
  await call.untilQuiet();
  return endMs;
}

async function turnWith(knowledge: ReturnType<typeof knowing>['knowledge'] | null, droppedAnswersMax = 0) {
  const { call, model } = callWith([{ text: 'Ninety euros.' }], { agent: { droppedAnswersMax }, knowledge });
  await call.mediaStarts();
  await asks(call);
  const [turn] = (await call.stops()).turns;
  return { turn: turn!, model };
}

it.each([0, 2])(
  'costs the turn nothing when the search answers in time (prepared answers: %s)',
  async (prepared) => {
    const without = await turnWith(null, prepared);
    const { asked, knowledge } = knowing(60);
    const { turn, model } = await turnWith(knowledge, prepared);
    expect([turn.waitedMs, turn.droppedAnswers]).toEqual([without.turn.waitedMs, 0]);
    expect(turn.knowledge).toMatchObject({ outcome: 'found', query: question, tookMs: 60 });
    expect(turn.knowledge?.chunks).toEqual([
      { chunkId: 'c', documentId: 'd', sourceId: 's', title: 'Prices', headings: ['Rooms'], score: 3 },
    ]);
    // Partial words were searched for before the end of the turn.
    expect(asked).toEqual(['What does', 'What does a double room', question]);
    expect(model.asked).toHaveLength(1);
    expect(model.asked[0]?.messages.map(({ role }) => role)).toEqual(['system', 'system', 'user']);
    expect(model.asked[0]?.messages[1]?.content).toContain('Prices > Rooms\nA double room costs 90 euros.');
  },
);

it('searches what the stage of the flow knows, also while the caller speaks', async () => {
  const flow = flowOf({
    stages: {
      begin: { instructions: 'Greet.', edges: [{ to: 'rooms', choice: 'the caller asks for a room' }] },
      rooms: { instructions: 'Offer rooms.', knowledge: ['s'], edges: [{ to: 'bye', choice: 'no more' }] },
      bye: { instructions: 'Say goodbye.', knowledge: 'none' },
    },
  });
  const { asked, knowledge } = knowing(60);
  const searchIn = (stage: string | null) => (stage === 'rooms' ? knowledge.searchIn() : null);
  const used: (string | null | undefined)[] = [];
  const { call, model } = callWith(
    [{ text: '<flow go="rooms">Which one?' }, { text: '<flow go="bye">Ninety euros.' }, { text: 'Bye.' }],
    {
      agent: { droppedAnswersMax: 0, flow: flowPlay(flow) },
      knowledge: { searchIn },
      tools: {
        definitions: [{ name: 'searchKnowledge', description: 'Searches.', parameters: { type: 'object' } }],
        run: async (_call, { stage }) => {
          used.push(stage);
          return { result: { found: null } };
        },
      },
    },
  );
  await call.mediaStarts();
  for (const expected of [[], ['What does', 'What does a double room', question], []]) {
    asked.length = 0;
    await asks(call);
    // Short words are searched for with what was said before, too.
    expect(asked.filter((query) => !query.includes('\n'))).toEqual(expected);
  }
  // The tool is offered where this stage, or one that the model can choose, has sources.
  expect(model.asked.map(({ tools }) => tools.map(({ name }) => name))).toEqual([
    ['searchKnowledge'],
    ['searchKnowledge'],
    [],
  ]);
  const { turns } = await call.stops();
  expect(turns.map(({ stage, knowledge: use }) => [stage, use?.outcome])).toEqual([
    ['rooms', undefined],
    ['bye', 'found'],
    ['bye', undefined],
  ]);
  expect(used).toEqual([]);
});

it('waits 50 ms for a search that hangs, and answers with what it found before', async () => {
  const without = await turnWith(null);
  let count = 0;
  const search = async (): Promise<Passage[]> => {
    if (++count > 1) await delay(60_000);
    return [passage];
  };
  const known = { search };
  const { turn, model } = await turnWith({ searchIn: () => known });
  expect(turn.waitedMs! - without.turn.waitedMs!).toBeLessThanOrEqual(60);
  expect(turn.knowledge).toMatchObject({ outcome: 'late', waitedMs: 50 });
  expect(model.asked[0]?.messages[1]?.content).toContain('90 euros');
});
