import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api, read, useCan } from '../../api/index.ts';
import { ConfirmButton, ConfirmItem, MoreMenu, toastDone, toastFailure } from '../../ui/index.ts';
import { TestCallButton } from '../test-call/index.ts';
import { type Call, isLive } from './call-labels.ts';

export function CallActions({ call }: { call: Call }) {
  const mayWrite = useCan('calls:write');
  const params = { path: { callId: call.callId } };
  const cancel = () => read(api.POST('/api/calls/{callId}/cancel', { params }));
  const redial = () => read(api.POST('/api/calls/{callId}/redial', { params }));
  if (!mayWrite) return null;
  if (isLive(call)) {
    return (
      <>
        <RecordingPause callId={call.callId} />
        <MoreMenu>
          <ConfirmItem
            isDestructive
            consequence="The call is hung up immediately. This cannot be undone."
            onConfirm={cancel}
            refreshes={['calls']}
            done="Ending the call."
          >
            End call
          </ConfirmItem>
        </MoreMenu>
      </>
    );
  }
  if (call.status === 'queued') {
    return (
      <MoreMenu>
        <ConfirmItem
          isDestructive
          consequence="The call will not be dialed. This cannot be undone."
          onConfirm={cancel}
          refreshes={['calls']}
          done="The call was canceled."
        >
          Cancel call
        </ConfirmItem>
      </MoreMenu>
    );
  }
  if (call.endedReason !== 'unknown-outcome') return <CallAgain call={call} />;
  return (
    <ConfirmButton
      consequence="The customer's phone may already have rung, so they may be called twice."
      onConfirm={redial}
      refreshes={['calls']}
      done="The call was queued again."
    >
      Redial
    </ConfirmButton>
  );
}

/** Places a call of no campaign again, such as a test call to a telephone that was busy. */
function CallAgain({ call }: { call: Call }) {
  const { type, campaignId, agentId, phoneNumberId, customerNumber, callVariables } = call;
  if (type !== 'outboundPhoneCall' || campaignId !== null) return null;
  return (
    <TestCallButton
      label="Call again"
      {...{ agentId, phoneNumberId }}
      phoneNumber={customerNumber}
      variables={callVariables}
    />
  );
}

/** Both buttons are shown, because the API does not report the state. Pausing twice changes nothing. */
function RecordingPause({ callId }: { callId: string }) {
  const params = { path: { callId } };
  const pause = useMutation({
    mutationFn: () => read(api.POST('/api/calls/{callId}/recording/pause', { params })),
    onSuccess: () => toastDone('Recording paused. It contains silence until you resume.'),
    onError: toastFailure,
  });
  const resume = useMutation({
    mutationFn: () => read(api.POST('/api/calls/{callId}/recording/resume', { params })),
    onSuccess: () => toastDone('Recording resumed.'),
    onError: toastFailure,
  });
  const isPaused = pause.isSuccess && !(resume.isSuccess && resume.submittedAt > pause.submittedAt);
  const toggle = () => (isPaused ? resume.mutate() : pause.mutate());
  return (
    <Button variant="default" onClick={toggle} loading={pause.isPending || resume.isPending}>
      {isPaused ? 'Resume recording' : 'Pause recording'}
    </Button>
  );
}
