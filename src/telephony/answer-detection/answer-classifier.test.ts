import { describe, expect, it } from 'vitest';
import { classifyUntil } from '../../../test/audio/classify-until.ts';
import { AnswerClassifier } from './answer-classifier.ts';

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

  it('a tone that follows other sound without a pause is a note of music, not a beep', () => {
    const classifier = classifyUntil([[500, 5500]], 5800);
    classifier.tone({ ...beep, followsSound: true });
    expect(classifier.verdict).toBeNull();
  });

  it('special information tones decide at once, also when the first was taken for a beep', () => {
    const classifier = classifyUntil([[500, 5500]], 5800);
    classifier.tone(beep);
    classifier.intercepted('number', 6900);
    expect(classifier.verdict).toMatchObject({ kind: 'intercept', isTemporary: false, decidedAtMs: 6900 });
    const busy = new AnswerClassifier(0);
    busy.intercepted('network', 900);
    expect(busy.verdict).toMatchObject({ kind: 'intercept', isTemporary: true });
  });

  it.each([
    ['The number you have dialed is not in service.', false],
    ['This number is not in service.', false],
    ['Der gewünschte Gesprächspartner ist zurzeit nicht erreichbar.', true],
    ['The number is not in service at this time.', true],
    ['Вызов невозможен.', true],
    [null, true],
  ])(
    'uncoded tones wait for the announcement, which says whether the intercept lasts: %s',
    (text, isTemporary) => {
      const announced = (hasWords: boolean) =>
        classifyUntil(
          [[1500, 4000]],
          9000,
          (fresh) => {
            fresh.intercepted('uncoded', 1000);
            if (text !== null) fresh.heard(text);
          },
          hasWords,
        ).verdict;
      expect(announced(true)).toMatchObject({ kind: 'intercept', isTemporary });
      expect(announced(true)!.decidedAtMs).toBeGreaterThan(4000);
      expect(announced(false)).toMatchObject({ kind: 'intercept', isTemporary: true, decidedAtMs: 1000 });
    },
  );

  it('a beep after a request for the name belongs to a screening service, also when its words come late', () => {
    const request = 'At the tone, say your name and reason for calling.';
    const asked = classifyUntil([[500, 4000]], 6000, (fresh) => fresh.heard(request));
    expect(asked.verdict).toBeNull();
    asked.tone(beep);
    expect(asked.verdict).toMatchObject({ kind: 'screening', beepEndMs: 6400 });
    const late = classifyUntil([[500, 5500]], 5800);
    late.tone(beep);
    late.heard(request);
    expect(late.verdict).toMatchObject({ kind: 'screening', beepEndMs: 6400 });
    expect(classifyUntil([[500, 4000]], 8000, (fresh) => fresh.heard(request)).verdict?.kind).toBe(
      'screening',
    );
  });

  it('a beep before any speech decides nothing, and the tones of a fax decide at once', () => {
    const classifier = new AnswerClassifier(0);
    classifier.tone({ frequencyHz: 1000, startMs: 0, endMs: 400 });
    expect(classifier.verdict).toBeNull();
    classifier.tone({ frequencyHz: 2095, startMs: 1000, endMs: 1620 });
    expect(classifier.verdict).toMatchObject({ kind: 'fax', decidedAtMs: 1620 });
  });
});

describe('in a queue', () => {
  const holding = 'Please stay on the line.';

  it('music and announcements are waited out, and a short sentence before silence is a person', () => {
    const classifier = new AnswerClassifier(0);
    for (let at = 3000; at <= 9000; at += 20) classifier.music(at);
    expect(classifier.at(9000)).toMatchObject({ kind: 'queue', decidedAtMs: 3000, reason: 'music' });
    classifier.speechStarted(9500);
    classifier.heard(holding);
    classifier.speechEnded(11_500);
    for (let at = 11_700; at <= 14_000; at += 20) expect(classifier.at(at)?.kind).toBe('queue');
    classifier.music(14_020);
    classifier.speechStarted(15_000);
    classifier.speechEnded(16_000);
    expect(classifier.at(16_800)?.kind).toBe('queue');
    expect(classifier.at(17_300)).toMatchObject({ kind: 'person', decidedAtMs: 17_300 });
  });

  it.each([
    'Thank you for holding, this is Mary, how can I help you?',
    'Grazie per aver atteso, sono Anna.',
    'Merci de votre patience, Anna à votre service.',
    'The number you have dialed is not in service.',
  ])('a short stretch of speech before silence is a person, whatever the words: %s', (text) => {
    const classifier = new AnswerClassifier(0);
    classifier.music(3000);
    classifier.speechStarted(4000);
    classifier.heard(text);
    classifier.speechEnded(6500);
    expect(classifier.at(7680)?.kind).toBe('queue');
    expect(classifier.at(7700)).toMatchObject({ kind: 'person', decidedAtMs: 7700 });
  });

  it('the rest of an announcement is no person, and neither is a break of the music', () => {
    const classifier = classifyUntil([[500, 1500]], 1000, (fresh) => fresh.heard(holding));
    expect(classifier.verdict?.kind).toBe('queue');
    classifier.speechEnded(2500);
    expect(classifier.at(5000)?.kind).toBe('queue');
    classifier.speechStarted(6000);
    classifier.speechEnded(7000);
    classifier.sound(8000);
    expect(classifier.at(8300)?.kind).toBe('queue');
  });

  it('a voicemail may take over, and a note of the music is no beep', () => {
    const classifier = new AnswerClassifier(0);
    classifier.music(3000);
    classifier.speechStarted(4000);
    classifier.tone({ frequencyHz: 900, startMs: 6000, endMs: 6300 });
    expect(classifier.verdict?.kind).toBe('queue');
    classifier.heard('Please leave a message after the tone.');
    classifier.speechEnded(9000);
    classifier.tone({ frequencyHz: 900, startMs: 9500, endMs: 9900 });
    expect(classifier.verdict?.kind).toBe('voicemail');
  });
});

describe('with a proposal', () => {
  const greeting = 'Good morning and welcome to Smith and Partners, Anna speaking.';
  const longGreeting = () => {
    const classifier = classifyUntil([[500, 5500]], 5600, (fresh) => fresh.heard(greeting));
    expect(classifier.unexplainedWords).toBe(greeting);
    return classifier;
  };

  it('a person with a long greeting is decided at the usual pause', () => {
    const classifier = longGreeting();
    classifier.propose('person', greeting);
    classifier.speechEnded(5500);
    expect(classifier.at(6300)).toBeNull();
    expect(classifier.at(6500)).toMatchObject({ kind: 'person' });
  });

  it('a proposal counts when the final words differ in case and punctuation only', () => {
    const classifier = longGreeting();
    classifier.propose('person', 'good morning, and welcome to Smith and partners');
    classifier.speechEnded(5500);
    expect(classifier.at(6500)).toMatchObject({ kind: 'person' });
  });

  it('a proposal for other words, after a verdict or against a phrase does not count', () => {
    const other = longGreeting();
    other.propose('person', 'Something else');
    const late = longGreeting();
    for (const classifier of [other, late]) {
      classifier.speechEnded(5500);
      expect(classifier.at(9000)?.kind).toBe('screening');
    }
    late.propose('person', greeting);
    expect(late.at(9100)?.kind).toBe('screening');
    const known = classifyUntil([[500, 2000]], 2100, (fresh) => fresh.heard('Press one.'));
    expect(known.unexplainedWords).toBeNull();
    known.propose('person', 'Press one.');
    known.speechEnded(2000);
    expect(known.at(4000)?.kind).toBe('ivr');
  });

  it('a proposed screening service keeps its beep', () => {
    const classifier = longGreeting();
    classifier.speechEnded(5500);
    classifier.tone({ frequencyHz: 1000, startMs: 6000, endMs: 6400 });
    expect(classifier.verdict?.kind).toBe('voicemail');
    classifier.propose('screening', greeting);
    expect(classifier.verdict).toMatchObject({ kind: 'screening', beepEndMs: 6400 });
  });

  it('a proposed intercept does not end the retries', () => {
    const classifier = longGreeting();
    classifier.propose('intercept', greeting);
    classifier.speechEnded(5500);
    expect(classifier.at(9000)).toMatchObject({ kind: 'intercept', isTemporary: true });
  });
});
