import type { MediaSession } from '../../../telephony/media/index.ts';
import {
  OwnOffer,
  type WebAudio,
  WebDescriptionError,
  type WebPeer,
} from '../../../telephony/webrtc/index.ts';
import { WebConnection, type WebRoute } from '../audio/web-connection.ts';
import type { DeviceAudio, DeviceDirection } from './device-audio.ts';

/** The time from the answer to a proven connection: the caller waits, and the agent goes on meanwhile. */
const connectMsMax = 5000;

interface WebDeviceAudioOptions {
  media: MediaSession;
  /** The address at which browsers reach our ports. */
  address: string;
  /** The web phone has closed the connection. */
  onClosed: () => void;
}

/** WebRTC that we offer: the audio of web phones. The connection stays as it was made: an ICE restart is refused. */
export class WebDeviceAudio implements DeviceAudio {
  readonly #media: MediaSession;
  readonly #connection: WebConnection;
  readonly #descriptions: OwnOffer;
  #peer: WebPeer | null = null;
  #route: WebRoute | null = null;

  constructor({ media, address, onClosed }: WebDeviceAudioOptions) {
    this.#media = media;
    this.#connection = new WebConnection({ session: media, address, connectMsMax, onClosed });
    this.#descriptions = new OwnOffer(this.#connection.local);
  }

  offer(): string {
    return this.#descriptions.offer();
  }

  async answered(sdp: string): Promise<DeviceDirection> {
    this.#peer = this.#descriptions.readAnswer(sdp);
    this.#connection.open(this.#peer);
    this.#route = await this.#connection.connected;
    return this.#connect(this.#peer.audio);
  }

  change(sdp: string): { answer: string; agreed: DeviceDirection } | null {
    const read = usable(() => this.#descriptions.answer(sdp));
    const agreed = read && this.#follow(read.peer);
    return read && agreed && { answer: read.answer, agreed };
  }

  changed(sdp: string): DeviceDirection | null {
    const peer = usable(() => this.#descriptions.readAnswer(sdp));
    return peer && this.#follow(peer);
  }

  close(): void {
    this.#connection.close('The call is over.');
  }

  /** Follows a changed description of the same connection. */
  #follow(peer: WebPeer): DeviceDirection | null {
    const before = this.#peer;
    const isSame =
      before?.ufrag === peer.ufrag && before.fingerprint.value === peer.fingerprint.value && this.#route;
    if (!isSame) return null;
    this.#peer = peer;
    return this.#connect(peer.audio);
  }

  #connect(audio: WebAudio): DeviceDirection {
    const { codec, payloadType, dtmfPayloadType, offeredPayloadType, direction } = audio;
    this.#media.connect({
      ...this.#route!,
      ...{ codec, payloadType, telephoneEventPayloadType: dtmfPayloadType },
      ...{ offeredPayloadType, offeredTelephoneEventPayloadType: audio.offeredDtmfPayloadType, direction },
    });
    return { direction };
  }
}

/** Returns what was read, or null for a description that no call can use. */
function usable<Read>(read: () => Read): Read | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof WebDescriptionError) return null;
    throw error;
  }
}
