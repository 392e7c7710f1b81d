import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, read, useCan } from '../../api/index.ts';
import { ConfirmButton, toastDone, toastFailure } from '../../ui/index.ts';
import { type Call, isLive } from './call-words.ts';

/** What can be done about a call, for who may. */
export function CallActions({ call }: { call: Call }) {
  const mayWrite = useCan('calls:write');
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ['calls'] });
  const params = { path: { callId: call.callId } };
  const cancel = async () => {
    await read(api.POST('/api/calls/{callId}/cancel', { params }));
    await refresh();
  };
  const redial = async () => {
    await read(api.POST('/api/calls/{callId}/redial', { params }));
    await refresh();
  };
  if (!mayWrite) return null;
  if (isLive(call)) {
    return (
      <>
        <RecordingPause callId={call.callId} />
        <ConfirmButton
          color="red"
          variant="light"
          consequence="The line is closed at once, whatever is being said. This cannot be undone."
          onConfirm={cancel}
          done="The call is being ended."
        >
          End call
        </ConfirmButton>
      </>
    );
  }
  if (call.status === 'queued') {
    return (
      <ConfirmButton
        consequence="It will not be dialed. This cannot be undone."
        onConfirm={cancel}
        done="The call was canceled."
      >
        Cancel call
      </ConfirmButton>
    );
  }
  if (call.endedReason !== 'unknown-outcome') return null;
  return (
    <ConfirmButton
      consequence="It is not known whether the telephone rang: the customer may be called a second time."
      onConfirm={redial}
      done="The call is in the queue again."
    >
      Dial again
    </ConfirmButton>
  );
}

/** Both words of the switch, as the API does not tell how it stands: pausing twice changes nothing. */
function RecordingPause({ callId }: { callId: string }) {
  const params = { path: { callId } };
  const pause = useMutation({
    mutationFn: () => read(api.POST('/api/calls/{callId}/recording/pause', { params })),
    onSuccess: () => toastDone('The recording is paused: it holds silence from here.'),
    onError: toastFailure,
  });
  const resume = useMutation({
    mutationFn: () => read(api.POST('/api/calls/{callId}/recording/resume', { params })),
    onSuccess: () => toastDone('The recording goes on.'),
    onError: toastFailure,
  });
  const isPaused = pause.isSuccess && !(resume.isSuccess && resume.submittedAt > pause.submittedAt);
  const toggle = () => (isPaused ? resume.mutate() : pause.mutate());
  return (
    <Button variant="default" onClick={toggle} loading={pause.isPending || resume.isPending}>
      {isPaused ? 'Record again' : 'Pause recording'}
    </Button>
  );
}
