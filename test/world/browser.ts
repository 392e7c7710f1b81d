import type { Answer, ApiWorld } from './api-world.ts';

export interface BrowserRequest {
  body?: unknown;
  headers?: Record<string, string>;
}

/**
 * The browser's side of a console session. It keeps the cookie, sends the token with changes, and sets the page's
 * origin.
 */
export class Browser {
  readonly #world: ApiWorld;
  /** The value of the Cookie header, or null. */
  cookie: string | null = null;
  csrfToken = '';

  constructor(world: ApiWorld) {
    this.#world = world;
  }

  /**
   * Returns a browser whose member accepted an invitation and chose a password. The owner of `key`, by default of the
   * world's key, invites.
   */
  static async of(
    world: ApiWorld,
    memberId: string,
    { key, password = goodPassword, email }: { key?: string; password?: string; email?: string } = {},
  ): Promise<Browser> {
    const invited = await world.request('POST', `/api/members/${memberId}/invitation`, key ? { key } : {});
    if (invited.status !== 201) throw new Error(invited.text);
    const token = new URL(invited.body.url).hash.slice(1);
    const browser = new Browser(world);
    const body = { token, password, ...(email ? { email } : {}) };
    const joined = await browser.request('POST', '/console/join', { body });
    if (joined.status !== 200) throw new Error(joined.text);
    return browser;
  }

  async request(method: string, path: string, { body, headers = {} }: BrowserRequest = {}): Promise<Answer> {
    const answer = await this.#world.request(method, path, {
      body,
      key: null,
      headers: {
        host: 'localhost',
        'sec-fetch-site': 'same-origin',
        ...(method === 'GET' ? {} : { origin: 'http://localhost', 'x-csrf-token': this.csrfToken }),
        ...(this.cookie === null ? {} : { cookie: this.cookie }),
        ...headers,
      },
    });
    const set = answer.headers['set-cookie'];
    for (const cookie of typeof set === 'string' ? [set] : ((set as string[] | undefined) ?? []))
      this.#keep(cookie);
    if (typeof answer.body?.csrfToken === 'string') this.csrfToken = answer.body.csrfToken;
    return answer;
  }

  /** Keeps a cookie as browsers do, or drops it. */
  #keep(cookie: string): void {
    const [pair = ''] = cookie.split(';');
    const name = pair.slice(0, pair.indexOf('='));
    const others = (this.cookie?.split('; ') ?? []).filter((one) => !one.startsWith(`${name}=`));
    const kept = cookie.includes('Max-Age=0') ? others : [...others, pair];
    this.cookie = kept.length > 0 ? kept.join('; ') : null;
  }

  signIn(email: string, password = goodPassword): Promise<Answer> {
    return this.request('POST', '/console/session', { body: { email, password } });
  }
}

export const goodPassword = 'four kettles in a boat';
