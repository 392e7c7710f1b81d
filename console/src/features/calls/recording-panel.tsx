import { ActionIcon, Group, Select, Skeleton, Slider, Text, useComputedColorScheme } from '@mantine/core';
import { type RefObject, useEffect, useRef } from 'react';
import WaveSurfer from 'wavesurfer.js';
import { Icon } from '../../shell/index.ts';
import { ErrorState, formatPosition, Panel } from '../../ui/index.ts';
import { type Recording, useIsPlaying, usePositionMs } from './use-recording.ts';

interface RecordingPanelProps {
  /** The call whose file can be downloaded. */
  callId?: string;
  recording: Recording | null;
  error: Error | null;
  retry: () => void;
}

const height = 112;

/** The recording: the customer's channel above, the agent's below. */
export function RecordingPanel({ callId, recording, error, retry }: RecordingPanelProps) {
  const download = callId ? (
    <a className="app-link" href={`/api/calls/${callId}/recording`} download={`${callId}.wav`}>
      Download
    </a>
  ) : null;
  return (
    <Panel title="Recording" aside={download}>
      {error ? <ErrorState error={error} retry={retry} /> : null}
      {!error && !recording ? <Skeleton height={height + 46} /> : null}
      {recording ? <Player recording={recording} /> : null}
    </Panel>
  );
}

function Player({ recording }: { recording: Recording }) {
  const { audio, peaks } = recording;
  const container = useRef<HTMLDivElement>(null);
  const positionMs = usePositionMs(recording) ?? 0;
  const isPlaying = useIsPlaying(recording);
  useWaveform(container, recording);
  const toggle = () => (audio.paused ? void audio.play() : audio.pause());
  return (
    <>
      <div className="wave">
        <Text size="xs" c="dimmed" className="wave-name">
          Customer
        </Text>
        <Text size="xs" c="dimmed" className="wave-name" data-lower="true">
          Agent
        </Text>
        <div ref={container} style={{ height }} aria-hidden="true" />
      </div>
      <Group gap="sm" mt={10} wrap="nowrap">
        <ActionIcon size="lg" radius="xl" onClick={toggle} aria-label={isPlaying ? 'Pause' : 'Play'}>
          <Icon name={isPlaying ? 'pause' : 'play'} />
        </ActionIcon>
        <Text size="xs" className="tabular" miw={34}>
          {formatPosition(positionMs)}
        </Text>
        <Slider
          flex={1}
          size="xs"
          min={0}
          max={Math.max(1, Math.round(peaks.durationMs))}
          step={100}
          value={Math.round(positionMs)}
          onChange={(value) => {
            audio.currentTime = value / 1_000;
          }}
          label={formatPosition}
          thumbLabel="Position in the recording"
        />
        <Text size="xs" c="dimmed" className="tabular" miw={34}>
          {formatPosition(peaks.durationMs)}
        </Text>
        <Select
          aria-label="Speed"
          size="xs"
          w={76}
          data={['0.75', '1', '1.5', '2'].map((value) => ({ value, label: `${value}×` }))}
          defaultValue="1"
          allowDeselect={false}
          onChange={(value) => {
            audio.playbackRate = Number(value);
          }}
        />
      </Group>
    </>
  );
}

/** Draws both channels. A click moves the audio there. */
function useWaveform(container: RefObject<HTMLDivElement | null>, { audio, peaks }: Recording): void {
  const scheme = useComputedColorScheme('light');
  useEffect(() => {
    if (!container.current) return;
    const isDark = scheme === 'dark';
    const [customer, agent] = isDark ? ['#8d93a3', '#8493ea'] : ['#8a93a3', '#6577e0'];
    const played = isDark ? '#e9eaee' : '#28388c';
    const lane = { barWidth: 2, barGap: 1, barRadius: 1, height: height / 2, progressColor: played };
    const surfer = WaveSurfer.create({
      container: container.current,
      media: audio,
      peaks: peaks.channels,
      duration: peaks.durationMs / 1_000,
      cursorColor: played,
      normalize: true,
      maxPeak: Math.max(0.05, ...peaks.channels.map((channel) => Math.max(...channel))),
      splitChannels: peaks.channels.map((_, channel) => ({
        ...lane,
        waveColor: channel === 0 ? customer : agent,
      })),
    });
    return () => {
      const at = audio.currentTime;
      surfer.destroy();
      audio.currentTime = at;
    };
  }, [container, audio, peaks, scheme]);
}
