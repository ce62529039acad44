import { Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isDay, momentOfLocalTime, localTimeIn } from '../../../../src/shared/zoned-time.ts';
import { DialogForm } from '../../components/dialog.tsx';
import { formatDateTime } from '../../core/format-dates.ts';

interface ScheduleDialogProps {
  timeZone: string;
  /** The current publication date as local time in `timeZone`, or `''`. */
  from: string;
  onClose: () => void;
  onSchedule: (wall: string) => void;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Begins with the publication date if it is in the future, otherwise with 09:00 on the next day. */
export function ScheduleModal({ timeZone, from, onClose, onSchedule }: ScheduleDialogProps) {
  const [first] = useState(() => {
    const now = new Date();
    const isAhead = from !== '' && momentOfLocalTime(timeZone, from) > now;
    const tomorrow = localTimeIn(timeZone, new Date(now.getTime() + dayMs)).slice(0, 10);
    return isAhead ? from : `${tomorrow}T09:00`;
  });
  const [day, setDay] = useState(first.slice(0, 10));
  const [time, setTime] = useState(first.slice(11, 16));
  const [problem, setProblem] = useState<string>();
  const zone = timeZone.replaceAll('_', ' ');
  const submit = () => {
    if (!isDay(day) || !/^\d\d:\d\d$/.test(time)) {
      setProblem('Choose a day and a time.');
      return;
    }
    const moment = momentOfLocalTime(timeZone, `${day}T${time}`);
    if (moment <= new Date()) {
      setProblem(`${formatDateTime(moment.toISOString())} has passed. Choose a later time.`);
      return;
    }
    onSchedule(`${day}T${time}`);
  };
  return (
    <DialogForm
      title="Schedule"
      saveLabel="Schedule"
      failure={problem === undefined ? undefined : { message: problem }}
      isKept
      onSubmit={submit}
      onClose={onClose}
    >
      <Group gap="md" grow wrap="nowrap" align="start">
        <TextInput
          type="date"
          label="Day"
          data-autofocus
          value={day}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
        <TextInput
          type="time"
          label="Time"
          value={time}
          onChange={({ currentTarget }) => setTime(currentTarget.value)}
        />
      </Group>
      <p>{`Visitors see it from then on. Time zone: ${zone}.`}</p>
    </DialogForm>
  );
}
