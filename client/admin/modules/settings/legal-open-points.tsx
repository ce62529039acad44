import { Button, Group, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { FieldValues } from './group-model.ts';
import {
  factLabels,
  fillBlank,
  findUnfilledBlanks,
  leaveOut,
  type OpenPoint,
} from './find-unfilled-blanks.ts';
import classes from './settings.module.css';

interface OpenPointsProps {
  /** The label of the document, for example 'Imprint'. */
  label: string;
  html: string;
  /** The stored settings of the company, which may already contain the facts. */
  company: object;
  fieldValues: FieldValues;
  errors: Readonly<Record<string, string>>;
  onText: (html: string) => void;
  onChange: (part: FieldValues) => void;
}

/** A save fills the blanks in the text, and also stores facts about the company in its settings. */
export function LegalOpenPoints({
  label,
  html,
  company,
  fieldValues,
  errors,
  onText,
  onChange,
}: OpenPointsProps) {
  const place = useRef<HTMLDivElement>(null);
  const points = findUnfilledBlanks(html, company);
  const answer = (next: string) => {
    onText(next);
    // The point goes, so the focus stays at its place.
    place.current?.focus();
  };
  return (
    <div ref={place} tabIndex={-1}>
      {points.length > 0 && (
        <fieldset className={classes.section}>
          <legend className={classes.legend}>Still open in this text</legend>
          <p className={classes.help}>Facts about your company are saved in its settings too.</p>
          <div className={classes.fields}>
            {points.map((point) => (
              <Group key={point.marker} gap={8} align="flex-end">
                {point.kind === 'blank' ? (
                  <Blank point={point} onAnswer={(text) => answer(fillBlank(html, point.marker, text))} />
                ) : (
                  point.paths.map((path) => (
                    <TextInput
                      key={path}
                      flex="1 1 14rem"
                      label={factLabels[path as keyof typeof factLabels]}
                      error={errors[`company.${path}`]}
                      value={String(fieldValues[`company.${path}`] ?? '')}
                      onChange={({ currentTarget }) => onChange({ [`company.${path}`]: currentTarget.value })}
                    />
                  ))
                )}
                <Button
                  variant="subtle"
                  aria-label={
                    point.kind === 'blank' && point.isNote
                      ? `I have checked it: ${label}`
                      : `Leave out: ${point.kind === 'blank' ? point.question : point.marker}`
                  }
                  onClick={() => answer(leaveOut(html, point.marker))}
                >
                  {point.kind === 'blank' && point.isNote ? 'I have checked it' : 'Leave out'}
                </Button>
              </Group>
            ))}
          </div>
        </fieldset>
      )}
    </div>
  );
}

interface BlankProps {
  point: Extract<OpenPoint, { kind: 'blank' }>;
  onAnswer: (answer: string) => void;
}

function Blank({ point: { question, isNote }, onAnswer }: BlankProps) {
  const [answer, setAnswer] = useState('');
  if (isNote) return <Text flex="1 1 14rem">{question}</Text>;
  const fill = () => answer.trim() && onAnswer(answer.trim());
  return (
    <>
      <TextInput
        flex="1 1 14rem"
        label={question}
        value={answer}
        onChange={({ currentTarget }) => setAnswer(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Enter would save the form.
          event.preventDefault();
          fill();
        }}
      />
      <Button variant="default" aria-label={`Fill in ${question}`} onClick={fill}>
        Fill in
      </Button>
    </>
  );
}
