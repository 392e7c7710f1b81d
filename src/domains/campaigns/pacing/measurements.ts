/** The latest measurements of a campaign, as they are stored between two decisions. Durations are in seconds. */
export interface Measurements {
  /** 1 for an attempt that a person answered, else 0. */
  attempts: number[];
  answerAfter: number[];
  unansweredAfter: number[];
  /** The calls that were in the air at the last decision. */
  inAir: string[];
}

export const noMeasurements: Measurements = {
  attempts: [],
  answerAfter: [],
  unansweredAfter: [],
  inAir: [],
};

/** What became of a call that is no longer in the air. */
export interface DecidedAttempt {
  isAnswered: boolean;
  /** From the INVITE to the answer by a person, or to the end. */
  seconds: number;
}

const latestMax = 300;

/** Adds attempts to the measurements. The latest 300 are kept. */
export function withAttempts(
  measurements: Measurements,
  decided: readonly DecidedAttempt[],
  inAir: readonly string[],
): Measurements {
  const secondsOf = (isAnswered: boolean) =>
    decided.filter((attempt) => attempt.isAnswered === isAnswered).map(({ seconds }) => rounded(seconds));
  return {
    attempts: latest([...measurements.attempts, ...decided.map(({ isAnswered }) => (isAnswered ? 1 : 0))]),
    answerAfter: latest([...measurements.answerAfter, ...secondsOf(true)]),
    unansweredAfter: latest([...measurements.unansweredAfter, ...secondsOf(false)]),
    inAir: [...inAir],
  };
}

function latest(values: number[]): number[] {
  return values.slice(-latestMax);
}

function rounded(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}
