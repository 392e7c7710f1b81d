/** The providers that begin early, and those that their vendors call their best; best first. */
import { candidate, english, fluxLanguages, type Parts, readToday, streamingLanguages } from './candidate.ts';

export const lowestLatency: Parts = {
  model: [
    candidate('groq', { model: 'llama-3.3-70b-versatile' }, [
      'Groq states about 500 tokens a second for models on its hardware.',
      ...(['console.groq.com/docs/models', readToday] as const),
    ]),
    candidate('anthropic', { model: 'claude-haiku-4-5' }, [
      'Anthropic calls it its fastest model.',
      ...(['platform.claude.com/docs/en/about-claude/pricing', '2026-08-11'] as const),
    ]),
    candidate('openai', { model: 'gpt-4.1-mini' }, [
      'The models of GPT-4.1 do not think before they answer.',
      ...(['developers.openai.com/api/docs/models/gpt-4.1', '2026-08-11'] as const),
    ]),
    candidate('google', { model: 'gemini-3.1-flash-lite' }, [
      'By default it hardly thinks before it answers.',
      ...(['ai.google.dev/pricing', '2026-08-11'] as const),
    ]),
    candidate('mistral', { model: 'mistral-small-latest' }, [
      'Mistral’s small model, with 6.5 billion active parameters.',
      ...(['docs.mistral.ai/models/model-cards/mistral-small-4-0-26-03', '2026-08-11'] as const),
    ]),
  ],
  voice: [
    candidate(
      'rime',
      { model: 'mistv3' },
      ['Rime states 37 ms to the first sound.', 'docs.rime.ai/api-reference/models', '2026-07-19'],
      { languages: english },
    ),
    candidate('elevenlabs', { model: 'eleven_flash_v2_5' }, [
      'ElevenLabs states 75 ms to the first sound.',
      ...(['elevenlabs.io/docs/overview/models', '2026-07-27'] as const),
    ]),
    candidate(
      'cartesia',
      { model: 'sonic-3.5' },
      ['Cartesia states 90 ms to the first sound.', ...(['cartesia.ai/pricing', '2026-07-27'] as const)],
      { languages: english },
    ),
    candidate(
      'inworld',
      { model: 'inworld-tts-1.5-mini' },
      ['Inworld states 120 ms to the first sound.', 'docs.inworld.ai/tts/tts-models', '2026-07-19'],
      { languages: english },
    ),
    candidate('openai', {}, [
      'It streams its speech. OpenAI states no time.',
      ...(['developers.openai.com/docs/guides/text-to-speech', readToday] as const),
    ]),
  ],
  transcriber: [
    candidate(
      'deepgram',
      { model: 'flux-general-en' },
      [
        'It judges itself whether the caller has finished, so Parley waits for no silence.',
        'deepgram.com/pricing',
        '2026-07-19',
      ],
      { languages: english },
    ),
    candidate(
      'deepgram',
      { model: 'flux-general-multi' },
      [
        'It judges itself whether the caller has finished, so Parley waits for no silence.',
        'deepgram.com/pricing',
        '2026-07-19',
      ],
      { languages: fluxLanguages },
    ),
    candidate('soniox', { model: 'stt-rt-v5' }, [
      'It judges by the words whether the caller has finished.',
      ...(['soniox.com/docs/stt/models', readToday] as const),
    ]),
    candidate(
      'assemblyai',
      { model: 'universal-streaming-multilingual' },
      [
        'It writes words after about 300 ms, and judges whether the caller has finished.',
        'docs.vapi.ai/providers/transcriber/assembly-ai',
        readToday,
      ],
      { languages: streamingLanguages },
    ),
    candidate('gladia', { model: 'solaria-1' }, [
      'Gladia states less than 300 ms.',
      ...(['www.gladia.io/pricing', '2026-07-19'] as const),
    ]),
  ],
};

export const bestQuality: Parts = {
  model: [
    candidate('anthropic', { model: 'claude-sonnet-4-6' }, [
      'The larger of Claude’s models that need not think before they answer.',
      ...(['www.anthropic.com/pricing', '2026-07-27'] as const),
    ]),
    candidate('openai', { model: 'gpt-4.1' }, [
      'OpenAI’s largest model that does not think before it answers.',
      ...(['developers.openai.com/api/docs/models/gpt-4.1', '2026-08-11'] as const),
    ]),
    candidate('google', { model: 'gemini-3.5-flash' }, [
      'Google’s newest stable model of the Flash family.',
      ...(['ai.google.dev/pricing', '2026-08-11'] as const),
    ]),
    candidate('mistral', { model: 'mistral-medium-latest' }, [
      'Mistral’s model for agents.',
      ...(['mistral.ai/pricing/api', '2026-08-11'] as const),
    ]),
  ],
  voice: [
    candidate('elevenlabs', { model: 'eleven_multilingual_v2' }, [
      'ElevenLabs calls it its model of highest quality for long use. It begins later than Flash.',
      ...(['elevenlabs.io/docs/overview/models', '2026-07-27'] as const),
    ]),
    candidate(
      'cartesia',
      { model: 'sonic-3.5' },
      [
        'Cartesia recommends it for naturalness.',
        ...(['docs.cartesia.ai/build-with-cartesia/tts-models/older-models', '2026-07-27'] as const),
      ],
      { languages: english },
    ),
    candidate(
      'inworld',
      { model: 'inworld-tts-2' },
      ['Inworld’s flagship.', 'inworld.ai/pricing', '2026-07-19'],
      { languages: english },
    ),
    candidate('rime', { model: 'coda' }, ['Rime’s flagship.', 'docs.rime.ai/docs/api-reference', readToday], {
      languages: english,
    }),
    candidate('openai', {}, [
      'OpenAI calls it its newest and most reliable voice model.',
      ...(['developers.openai.com/docs/guides/text-to-speech', readToday] as const),
    ]),
  ],
  transcriber: [
    candidate('speechmatics', { model: 'enhanced' }, [
      'Speechmatics’ most accurate model.',
      'docs.speechmatics.com/speech-to-text/models',
      readToday,
    ]),
    candidate('soniox', { model: 'stt-rt-v5' }, [
      'Soniox’s newest model, of higher accuracy than those before.',
      'soniox.com/docs/stt/models',
      readToday,
    ]),
    candidate('assemblyai', { model: 'universal-3-5-pro' }, [
      'AssemblyAI’s larger model for live calls.',
      'www.assemblyai.com/pricing',
      '2026-07-19',
    ]),
    candidate('deepgram', { model: 'nova-3' }, [
      'Deepgram’s newest model of the Nova family. It takes key terms.',
      'developers.deepgram.com/docs/model-metadata',
      readToday,
    ]),
    candidate('openai', { model: 'gpt-4o-transcribe' }, [
      'OpenAI’s larger transcriber. It answers later, because it takes whole utterances.',
      'developers.openai.com/api/docs/pricing',
      '2026-07-19',
    ]),
  ],
};
