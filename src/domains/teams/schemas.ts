import { z } from 'zod';
import { DateTime, PageMetadata } from '../../platform/http/index.ts';

/** The most teams of an organization, and members of a team. */
export const teamsMax = 100;
export const membersMax = 300;

/** Calls that were answered within this time count for the service level. */
export const serviceLevelSeconds = 20;

export const Skill = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9 ._+-]{0,39}$/, {
    error: 'must be letters, digits, spaces, and . _ + -, at most 40',
  })
  .describe('Such as `French` or `billing`. Upper and lower case differ');

const skills = z
  .array(Skill)
  .max(20)
  .refine((list) => new Set(list).size === list.length, { error: 'must contain each skill once' });

const members = z
  .array(z.strictObject({ memberId: z.string().max(64), skills: skills.default([]) }))
  .max(membersMax)
  .refine((list) => new Set(list.map(({ memberId }) => memberId)).size === list.length, {
    error: 'must contain each member once',
  });

const fields = {
  name: z.string().trim().min(1).max(100),
  members: members.describe('Who takes calls of the team'),
  ringSeconds: z
    .int()
    .min(5)
    .max(120)
    .describe('How long a call rings at a member before the next one gets it'),
  waitSecondsMax: z
    .int()
    .min(10)
    .max(3600)
    .describe('How long a caller waits before the transfer fails and its fallback follows'),
  wrapUpSeconds: z
    .int()
    .min(0)
    .max(1800)
    .describe('How long a member gets no call after one. The member may end it earlier'),
  musicSoundId: z
    .string()
    .max(64)
    .nullable()
    .describe('The sound that callers hear. Null: the music of Parley'),
  saysPosition: z.boolean().describe('Whether the agent says the place in the queue'),
};

export const CreateTeam = z
  .strictObject({
    ...fields,
    members: fields.members.default([]),
    ringSeconds: fields.ringSeconds.default(20),
    waitSecondsMax: fields.waitSecondsMax.default(300),
    wrapUpSeconds: fields.wrapUpSeconds.default(15),
    musicSoundId: fields.musicSoundId.default(null),
    saysPosition: fields.saysPosition.default(true),
  })
  .meta({ id: 'CreateTeam' });
export type CreateTeam = z.output<typeof CreateTeam>;

export const UpdateTeam = z.strictObject(fields).partial().meta({ id: 'UpdateTeam' });
export type UpdateTeam = z.output<typeof UpdateTeam>;

export const Team = z
  .object({
    teamId: z.string(),
    ...fields,
    members: z.array(
      z.object({ memberId: z.string(), name: z.string().nullable(), skills: z.array(z.string()) }),
    ),
    createdAt: DateTime,
    updatedAt: DateTime,
  })
  .meta({ id: 'Team' });
export type Team = z.output<typeof Team>;

export const TeamPage = z.object({ teams: z.array(Team), metadata: PageMetadata }).meta({ id: 'TeamPage' });

export const memberStates = ['available', 'busy', 'wrapUp', 'away'] as const;

const MemberState = z
  .enum(memberStates)
  .describe(
    '`busy`: a call rings or is taken, or the member has taken one over by hand; `wrapUp`: after a call; `away`: by choice, or because the browser is gone',
  );
export type MemberState = z.output<typeof MemberState>;

/** A call that rings at a member, or that the member has taken. */
export const OwnTeamCall = z
  .object({
    teamCallId: z.string(),
    callId: z.string(),
    teamId: z.string(),
    teamName: z.string(),
    state: z.enum(['offered', 'answered']),
    customerNumber: z.string(),
    agentName: z.string().nullable(),
    summary: z.string().nullable().describe('What the agent knows of the caller. Null while it is written'),
    waitingSince: DateTime,
    offerUntil: DateTime.nullable().describe('Until when it rings'),
    answeredAt: DateTime.nullable(),
    isDialed: z
      .boolean()
      .describe(
        'Whether it is an answered call of a campaign: take it at once, because its customer waits 2 s at most',
      ),
  })
  .meta({ id: 'OwnTeamCall' });
export type OwnTeamCall = z.output<typeof OwnTeamCall>;

const TakesOn = z
  .enum(['browser', 'device'])
  .describe('Where calls ring: in the browser, or on the registered devices of the member');

export const Presence = z
  .object({
    memberId: z.string(),
    state: MemberState,
    awayBecause: z
      .enum(['missed-call'])
      .nullable()
      .describe('`missed-call`: a call rang and was not answered. Null: by choice, or the browser was gone'),
    takesOn: TakesOn,
    leaseUntil: DateTime.nullable().describe(
      'The member is away after this time without a heartbeat, or on a device without a new registration',
    ),
    wrapUpUntil: DateTime.nullable(),
    call: OwnTeamCall.nullable().describe('The call that rings at the member or that the member has taken'),
    teams: z.array(z.object({ teamId: z.string(), name: z.string() })).describe('The teams of the member'),
  })
  .meta({ id: 'Presence' });
export type Presence = z.output<typeof Presence>;

export const SetPresence = z
  .strictObject({
    state: z.enum(['available', 'away']),
    on: TakesOn.optional().describe(
      'Where calls ring from now on. Omitted: where they rang before, at first in the browser',
    ),
  })
  .meta({ id: 'SetPresence' });
export type SetPresence = z.output<typeof SetPresence>;

export const TeamNow = z
  .object({
    members: z.array(
      z.object({
        memberId: z.string(),
        name: z.string().nullable(),
        skills: z.array(z.string()),
        state: MemberState,
        idleSince: DateTime.nullable(),
      }),
    ),
    calls: z.array(
      z.object({
        teamCallId: z.string(),
        callId: z.string(),
        state: z.enum(['waiting', 'offered', 'answered']),
        customerNumber: z.string(),
        skills: z.array(z.string()),
        memberId: z.string().nullable(),
        memberName: z.string().nullable(),
        waitingSince: DateTime,
        answeredAt: DateTime.nullable(),
      }),
    ),
  })
  .meta({ id: 'TeamNow' });
export type TeamNow = z.output<typeof TeamNow>;

export const TeamFigures = z
  .object({
    windowMinutes: z.int(),
    from: DateTime.describe('The begin of the window'),
    available: z.int().describe('Members who can take a call now'),
    onCalls: z.int().describe('Members at whom a call rings, or who have taken one'),
    inWrapUp: z.int(),
    away: z.int(),
    waiting: z.int().describe('Calls that wait or ring now'),
    longestWaitSeconds: z.number().nullable().describe('Of the calls that wait now. Null: none waits'),
    answered: z.int().describe('Calls of the window that a member took'),
    abandoned: z.int().describe('Callers of the window who hung up while they waited'),
    unanswered: z.int().describe('Calls of the window that went on to the fallback'),
    serviceLevel: z
      .number()
      .nullable()
      .describe(
        `The share of the calls of the window that were answered within ${serviceLevelSeconds} s, from 0 to 1`,
      ),
    meanWaitSeconds: z.number().nullable().describe('Of the answered calls of the window'),
    meanHandlingSeconds: z
      .number()
      .nullable()
      .describe("From a member's answer to the end, of the latest 50 calls"),
    members: z
      .array(
        z.object({
          memberId: z.string(),
          name: z.string().nullable(),
          answered: z.int().describe('Calls of the window that the member took'),
          missed: z.int().describe('Calls of the window that the member declined or did not answer'),
          meanHandlingSeconds: z
            .number()
            .nullable()
            .describe('From the answer to the end, of those calls. Null before the first end'),
        }),
      )
      .describe('The present members, those with the most calls first'),
  })
  .meta({ id: 'TeamFigures' });
export type TeamFigures = z.output<typeof TeamFigures>;
