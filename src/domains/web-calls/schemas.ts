import { z } from 'zod';
import { DateTime } from '../../platform/http/index.ts';
import { endedReasons, enders, shownStatuses } from '../calls/index.ts';

/** A browser's offer has about 2,000 characters, and more with many network interfaces. */
const offerCharactersMax = 20_000;

export const PlaceWebCall = z
  .strictObject({
    offer: z
      .string()
      .min(1)
      .max(offerCharactersMax)
      .describe(
        'The SDP of the browser’s offer (`RTCPeerConnection.createOffer`), with one section of audio',
      ),
  })
  .meta({ id: 'PlaceWebCall' });

export const WebCallSettings = z
  .object({
    iceServers: z
      .array(
        z.object({
          urls: z.array(z.string()),
          username: z.string().optional(),
          credential: z.string().optional(),
        }),
      )
      .describe(
        'For `new RTCPeerConnection`: the TURN servers of this installation, with credentials for an hour',
      ),
  })
  .meta({ id: 'WebCallSettings' });
export type WebCallSettings = z.output<typeof WebCallSettings>;

export const PlacedWebCall = z
  .object({
    callId: z.string(),
    answer: z.string().describe('The SDP for `RTCPeerConnection.setRemoteDescription`'),
    sessionToken: z.string().describe('Sent with every further request as `Authorization: Bearer`'),
    expiresAt: DateTime,
  })
  .meta({ id: 'PlacedWebCall' });

export const HungUpWebCall = z.object({ callId: z.string() }).meta({ id: 'HungUpWebCall' });

/** What a visitor sees of the call in its stream of events. */
export const WebCallState = z
  .object({
    status: z.enum(shownStatuses),
    endedBy: z.enum(enders).nullable(),
    endedReason: z.enum(endedReasons).nullable(),
  })
  .meta({ id: 'WebCallState' });
