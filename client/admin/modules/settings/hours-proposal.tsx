import { Alert, Button, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { readOpeningHours } from '../../../../src/shared/settings/fields/read-opening-hours.ts';
import type { Entry, FieldValues } from './group-model.ts';
import { isSameValue } from '../../../../src/shared/settings/values.ts';

interface HoursProposalProps {
  fieldValues: FieldValues;
  defaults: FieldValues;
  onChange: (part: FieldValues) => void;
}

/** Offers opening hours by day that are read from the company's own lines, while there are none. */
export function HoursProposal({ fieldValues, defaults, onChange }: HoursProposalProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isTaken, setTaken] = useState(false);
  const stored = fieldValues.hours as Entry[];
  const lines = fieldValues.opening_hours as string[];
  const { hours, rest } = readOpeningHours(lines);
  const isOwn = !isSameValue(lines, defaults.opening_hours);
  const isOffered = isOwn && stored.length === 0 && hours.length > 0;
  const take = () => {
    onChange({ hours: hours.map((entry, at) => ({ draftKey: `read-${at}`, ...entry })) });
    setTaken(true);
    // The button goes, so the focus stays at its place.
    place.current?.focus();
  };
  return (
    <div ref={place} tabIndex={-1}>
      {isOffered && (
        <Alert role="status" title="The lines above, by day" mb="md">
          <ul>
            {hours.map(({ first_day, last_day, times }) => (
              <li key={`${first_day} ${last_day} ${times}`}>
                {first_day === last_day ? first_day : `${first_day} to ${last_day}`}, {times}
              </li>
            ))}
          </ul>
          {rest.length > 0 && (
            <Text mt="xs" size="sm">
              Not understood, and no longer shown with hours by day: {rest.join(' · ')}
            </Text>
          )}
          <Button mt="xs" variant="default" onClick={take}>
            Use these hours
          </Button>
        </Alert>
      )}
      <p role="status">
        {isTaken && !isOffered && stored.length > 0 && 'The hours are filled in below. Check and save them.'}
      </p>
    </div>
  );
}
