import { describe, expect, it } from 'vitest';
import { AnswerClassifier } from './answer-classifier.ts';

/**
 * Returns a classifier after `untilMs` of a call. `speech` holds stretches of speech as [from, to] in milliseconds.
 */
function classifyUntil(speech: [number, number][], untilMs: number, prepare?: (c: AnswerClassifier) => void) {
  const classifier = new AnswerClassifier(0);
  prepare?.(classifier);
  const edges = speech.flatMap(([start, end]) => [
    { at: start, edge: () => classifier.speechStarted(start) },
    // Voice activity reports an end only after a pause.
    { at: end + 200, edge: () => classifier.speechEnded(end) },
  ]);
  for (let at = 0; at <= untilMs; at += 20) {
    while (edges[0] && edges[0].at <= at) edges.shift()!.edge();
    classifier.at(at);
  }
  return classifier;
}

describe('with the times of speech alone', () => {
  it('a word and a pause are a person, decided soon after the word', () => {
    const { verdict } = classifyUntil([[500, 900]], 5000);
    expect(verdict).toMatchObject({ kind: 'person', beepEndMs: null });
    expect(verdict!.decidedAtMs).toBeGreaterThanOrEqual(1500);
    expect(verdict!.decidedAtMs).toBeLessThanOrEqual(1540);
  });

  it('a line without speech is silence', () => {
    expect(classifyUntil([], 6000).verdict).toMatchObject({ kind: 'silence', decidedAtMs: 5000 });
  });

  it('a long greeting is a machine before its kind is decided', () => {
    const classifier = classifyUntil([[500, 7000]], 6000);
    expect(classifier.verdict).toBeNull();
    expect(classifier.isMachine(6000)).toBe(true);
  });

  it('a greeting that never ends is a menu', () => {
    expect(classifyUntil([[0, 50_000]], 45_000).verdict).toMatchObject({ kind: 'ivr', decidedAtMs: 40_000 });
  });
});

describe('with tones', () => {
  const beep = { frequencyHz: 1000, startMs: 6000, endMs: 6400 };

  it('a beep after a greeting is a voicemail, and its end moves while it continues', () => {
    const classifier = classifyUntil([[500, 5500]], 5800);
    classifier.tone(beep);
    expect(classifier.verdict).toMatchObject({ kind: 'voicemail', decidedAtMs: 6400, beepEndMs: 6400 });
    classifier.tone({ ...beep, endMs: 6900 });
    expect(classifier.verdict).toMatchObject({ kind: 'voicemail', decidedAtMs: 6400, beepEndMs: 6900 });
  });

  it('a late beep overrules a guess from a pause, but never a person', () => {
    const guessed = classifyUntil([[500, 5500]], 9000);
    expect(guessed.verdict?.kind).toBe('screening');
    guessed.tone({ ...beep, startMs: 9000, endMs: 9400 });
    expect(guessed.verdict?.kind).toBe('voicemail');
    const person = classifyUntil([[500, 2500]], 5000);
    person.tone({ ...beep, startMs: 5000, endMs: 5400 });
    expect(person.verdict?.kind).toBe('person');
  });

  it('a beep at the pitch of a calling fax is followed to its end after speech', () => {
    const classifier = classifyUntil([[500, 5500]], 5800);
    for (let endMs = 6120; endMs <= 7000; endMs += 20)
      classifier.tone({ frequencyHz: 1100, startMs: 6000, endMs });
    expect(classifier.verdict).toMatchObject({ kind: 'voicemail', beepEndMs: 7000 });
  });

  it('a beep before any speech decides nothing, and the tones of a fax decide at once', () => {
    const classifier = new AnswerClassifier(0);
    classifier.tone({ frequencyHz: 1000, startMs: 0, endMs: 400 });
    expect(classifier.verdict).toBeNull();
    classifier.tone({ frequencyHz: 2095, startMs: 1000, endMs: 1620 });
    expect(classifier.verdict).toMatchObject({ kind: 'fax', decidedAtMs: 1620 });
  });
});

describe('with words', () => {
  it.each([
    ['For sales press one.', 'ivr'],
    ['Please state your name and the reason you are calling.', 'screening'],
    ["You've reached Tom, leave a message after the beep.", 'voicemail'],
  ])('"%s" is classified as %s', (text, kind) => {
    const classifier = classifyUntil([[500, 2000]], 8000, (fresh) => fresh.heard(text));
    expect(classifier.verdict?.kind).toBe(kind);
  });

  it.each(["Hello? Who's calling?", "You've reached Tom Baker.", 'She is not available.'])(
    'a person may say: %s',
    (text) => {
      const said = classifyUntil([[500, 2000]], 8000, (fresh) => fresh.heard(text)).verdict;
      expect(said).toEqual(classifyUntil([[500, 2000]], 8000).verdict);
      expect(said?.kind).toBe('person');
    },
  );

  it.each([
    'No, he is out. Would you like to leave a message?',
    'Do you want to leave your name?',
    'Could you maybe leave me a short message?',
  ])('an offer to take a message is not a voicemail: %s', (text) => {
    for (const endMs of [3500, 5500]) {
      const { verdict } = classifyUntil([[500, endMs]], 12_000, (fresh) => fresh.heard(text));
      expect(verdict).toEqual(classifyUntil([[500, endMs]], 12_000).verdict);
      expect(verdict?.kind).not.toBe('voicemail');
    }
  });

  it.each([
    'This is Tom. Could you please leave your name and number, and I will call you back.',
    'Would you kindly leave a message.',
  ])('a polite request for a message is a voicemail: %s', (text) => {
    for (const endMs of [3500, 5500])
      expect(classifyUntil([[500, endMs]], 12_000, (fresh) => fresh.heard(text)).verdict?.kind).toBe(
        'voicemail',
      );
  });

  it("a person's words within a long greeting are a voicemail", () => {
    const { verdict } = classifyUntil([[500, 4500]], 9000, (fresh) =>
      fresh.heard("You've reached Tom Baker."),
    );
    expect(verdict?.kind).toBe('voicemail');
  });

  it('a menu that never pauses is a menu', () => {
    const { verdict } = classifyUntil([[0, 50_000]], 45_000, (fresh) => fresh.heard('press one'));
    expect(verdict).toMatchObject({ kind: 'ivr', decidedAtMs: 40_000 });
  });

  it('ordinary words change nothing', () => {
    expect(classifyUntil([[500, 1500]], 5000, (c) => c.heard('hello this is tom')).verdict?.kind).toBe(
      'person',
    );
  });
});
