import { Checkbox, NativeSelect, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { noticeTimes } from '../../../../src/shared/enumerations.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { canNotify, areNotificationsOn, switchNotifications } from '../../core/message-notification.ts';

type Choice = ApiOutputs['inbox']['noticeSettings'];

const timeLabels = {
  off: 'No mail',
  at_once: 'A mail at once',
  morning: 'One mail each morning at 8:00',
} as const;

export function NoticeSettings() {
  const query = trpc.inbox.noticeSettings.useQuery();
  return (
    <Stack gap="md">
      <QueryBoundary query={query} subject="your choice" skeleton={<Skeleton height={120} />}>
        {(choice) => <MailChoice choice={choice} />}
      </QueryBoundary>
      {canNotify() && <BrowserChoice />}
    </Stack>
  );
}

function MailChoice({ choice }: { choice: Choice }) {
  const { inbox } = trpc.useUtils();
  const save = trpc.inbox.setNoticeSettings.useMutation({
    meta: { done: 'Saved', failed: 'Couldn’t save your choice' },
    onSuccess: (stored) => void inbox.noticeSettings.setData(undefined, stored),
  });
  const { messages, assigned } = choice;
  return (
    <Stack gap="md">
      <NativeSelect
        label="New messages"
        value={messages}
        data={noticeTimes.map((value) => ({ value, label: timeLabels[value] }))}
        onChange={({ currentTarget: { value } }) =>
          save.mutate({ messages: noticeTimes.find((time) => time === value) ?? 'off', assigned })
        }
      />
      <Checkbox
        label="A mail when a colleague assigns a message to me"
        checked={assigned}
        onChange={({ currentTarget: { checked } }) => save.mutate({ messages, assigned: checked })}
      />
    </Stack>
  );
}

function BrowserChoice() {
  const [isOn, setOn] = useState(areNotificationsOn);
  const [problem, setProblem] = useState<string>();
  const change = async (next: boolean) => {
    setProblem(await switchNotifications(next));
    setOn(areNotificationsOn());
  };
  return (
    <div>
      <Checkbox
        label="Notifications of this browser"
        description="While the panel is open in a tab. They show no words of the message."
        checked={isOn}
        onChange={({ currentTarget: { checked } }) => void change(checked)}
      />
      {problem && (
        <Text role="alert" c="signal" fz={14} mt={4}>
          {problem}
        </Text>
      )}
    </div>
  );
}
