import { Button, Input, Menu, TextInput, VisuallyHidden } from '@mantine/core';
import IconBell from 'icon:bell';
import { useState } from 'react';
import { DialogForm } from '../../components/dialog.tsx';
import { SiteTime } from '../../components/site-time.tsx';
import type { Message } from './message-actions.ts';
import { useReminder } from './use-message-acts.ts';

/** When it is due, the message is open again and the first of the list. */
export function ReminderMenu({ message }: { message: Message }) {
  const { remind_at } = message;
  const remind = useReminder();
  const [isChoosing, setChoosing] = useState(false);
  return (
    <Input.Wrapper label="Reminder" labelElement="div">
      <Menu position="bottom-start" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button
            variant="default"
            fullWidth
            justify="flex-start"
            data-remind
            leftSection={<IconBell size={17} stroke={1.6} />}
          >
            {remind_at ? (
              <>
                <VisuallyHidden>Reminder: </VisuallyHidden>
                <SiteTime at={remind_at} isDay />
              </>
            ) : (
              'Remind me'
            )}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void remind(message, 'tomorrow')}>Tomorrow</Menu.Item>
          <Menu.Item onClick={() => void remind(message, 'monday')}>On Monday</Menu.Item>
          <Menu.Item onClick={() => setChoosing(true)}>On a date…</Menu.Item>
          {remind_at && <Menu.Item onClick={() => void remind(message, null)}>No reminder</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {isChoosing && (
        <ReminderDateModal onChoose={(day) => void remind(message, day)} onClose={() => setChoosing(false)} />
      )}
    </Input.Wrapper>
  );
}

interface ReminderDateModalProps {
  onChoose: (day: string) => void;
  onClose: () => void;
}

function ReminderDateModal({ onChoose, onClose }: ReminderDateModalProps) {
  const [day, setDay] = useState('');
  return (
    <DialogForm
      title="Remind me"
      saveLabel="Remind me"
      isChecked
      onSubmit={() => {
        onClose();
        onChoose(day);
      }}
      onClose={onClose}
    >
      <TextInput
        type="date"
        label="Day"
        description="At 8:00 on the clock of the site"
        required
        withAsterisk={false}
        data-autofocus
        value={day}
        onChange={({ currentTarget: { value } }) => setDay(value)}
      />
    </DialogForm>
  );
}
