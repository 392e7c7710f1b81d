import { FlowAnswers } from '../../src/conversation/pipeline/flow-answers.ts';
import type { ModelMessage, ModelToolCall } from '../../src/conversation/providers/interfaces/index.ts';
import { type AgentConfiguration, playFlow } from '../../src/domains/agents/index.ts';

/** A caller of an agent with a flow of scripted stages, without sound. Tools answer with `results`, by name. */
export class ScriptedCaller {
  readonly #answers: FlowAnswers;
  readonly #results: Readonly<Record<string, unknown>>;
  readonly #messages: ModelMessage[] = [];
  /** The tools that were called. */
  readonly calls: ModelToolCall[] = [];

  private constructor(answers: FlowAnswers, results: Readonly<Record<string, unknown>>) {
    this.#answers = answers;
    this.#results = results;
  }

  static async call(
    agent: AgentConfiguration,
    variables: Readonly<Record<string, unknown>>,
    results: Readonly<Record<string, unknown>> = {},
  ): Promise<ScriptedCaller> {
    const play = await playFlow(agent, variables);
    if (!play) throw new Error('the agent has no flow');
    return new ScriptedCaller(new FlowAnswers(play, agent.language), results);
  }

  /** What was found out. */
  get found(): Readonly<Record<string, unknown>> {
    return this.#answers.state?.variables ?? {};
  }

  /** The name of the stage now. */
  get stage(): string | null {
    return this.#answers.stage;
  }

  say(content: string): Promise<string> {
    return this.#send({ role: 'user', content, input: 'speech' });
  }

  press(content: string): Promise<string> {
    return this.#send({ role: 'user', content, input: 'dtmf' });
  }

  waits(): Promise<string> {
    return this.#send({ role: 'user', content: '', input: 'none' });
  }

  #send(message: ModelMessage): Promise<string> {
    this.#messages.push(message);
    return this.listen();
  }

  /** Returns what the agent says next. Its tools are called until it waits for the caller. */
  async listen(): Promise<string> {
    let said = '';
    for (;;) {
      const call = await this.#answer((text) => {
        said += text;
      });
      if (call === null || this.#isOver(call)) return said.replace(/\s+/g, ' ').trim();
      const result = JSON.stringify(this.#resultOf(call));
      this.#messages.push({ role: 'tool', toolCallId: call.id, name: call.name, content: result });
    }
  }

  #resultOf({ name }: ModelToolCall): unknown {
    return this.#results[name] ?? { ok: true };
  }

  /** Whether the agent’s part is over: the call ended, or another person has taken it. */
  #isOver(call: ModelToolCall): boolean {
    const hasFailed = Object.hasOwn(this.#resultOf(call) as object, 'error');
    return call.name === 'endCall' || (call.name === 'transferCall' && !hasFailed);
  }

  /** Takes one answer. Returns the tool that it calls, or `null`. */
  async #answer(heard: (text: string) => void): Promise<ModelToolCall | null> {
    const question = {
      messages: this.#messages,
      tools: ['endCall', 'transferCall', 'optOut'].map((name) => ({ name, description: '', parameters: {} })),
      signal: new AbortController().signal,
    };
    let call: ModelToolCall | null = null;
    let content = '';
    const noModel = () => {
      throw new Error('the flow asks a model');
    };
    for await (const part of this.#answers.answer(question, noModel)) {
      if (part.type === 'text-delta') content += part.text;
      else if (part.type === 'tool-call') call = part.call;
    }
    heard(content);
    if (call) this.calls.push(call);
    this.#messages.push({ role: 'bot', content, toolCalls: call ? [call] : [] });
    return call;
  }
}
