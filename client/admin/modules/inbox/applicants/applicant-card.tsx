import IconDots from 'icon:dots';
import IconFileText from 'icon:file-text';
import IconGripVertical from 'icon:grip-vertical';
import IconMessage from 'icon:message';
import { ActionIcon, Checkbox, Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { PointerEvent } from 'react';
import { inboxTime } from '../../../../../src/shared/relative-time.ts';
import { RelativeTime } from '../../../components/relative-time.tsx';
import classes from './applicants.module.css';
import type { Applicant, Column } from './use-stage-moves.ts';

const shownLetters = 160;

interface ApplicantCardProps {
  applicant: Applicant;
  columns: readonly Column[];
  isSelected: boolean;
  onSelect: () => void;
  onOpen: () => void;
  onMove: (stage: string) => void;
  onDrag: (event: PointerEvent) => void;
}

export function ApplicantCard(props: ApplicantCardProps) {
  const { applicant, columns, isSelected, onSelect, onOpen, onMove, onDrag } = props;
  const { id, name, message, is_read, last_incoming_at, attachment, notes, assignee } = applicant;
  const [first = ''] = message.trim().split('\n');
  return (
    <li className={classes.card} data-row={id} tabIndex={-1} data-selected={isSelected || undefined}>
      <div className={classes.top}>
        <Checkbox aria-label={`Select ${name}`} checked={isSelected} onChange={onSelect} />
        <UnstyledButton
          className={classes.name!}
          data-opens-row
          data-unread={!is_read || undefined}
          onClick={onOpen}
        >
          {!is_read && <VisuallyHidden>Unread: </VisuallyHidden>}
          <bdi>{name}</bdi>
        </UnstyledButton>
        <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <ActionIcon variant="subtle" aria-label={`Move ${name}`}>
              <IconDots size={18} stroke={1.6} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {columns.map(({ key, name: stage, cards }) => (
              <Menu.Item key={key} disabled={cards.includes(applicant)} onClick={() => onMove(key)}>
                {stage}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        {/* Hidden from assistive technology, which has the menu. */}
        <span className={classes.handle} title="Drag to another stage" aria-hidden onPointerDown={onDrag}>
          <IconGripVertical size={18} stroke={1.6} />
        </span>
      </div>
      <p className={classes.line} dir="auto">
        {first.slice(0, shownLetters)}
      </p>
      <p className={classes.facts}>
        <RelativeTime at={last_incoming_at} words={inboxTime} />
        {attachment && (
          <a href={attachment.path} download={attachment.name}>
            <IconFileText size={15} stroke={1.6} aria-hidden="true" /> CV
            <VisuallyHidden> of {name}</VisuallyHidden>
          </a>
        )}
        {notes > 0 && (
          <span>
            <IconMessage size={15} stroke={1.6} aria-hidden="true" />{' '}
            {notes === 1 ? '1 note' : `${notes} notes`}
          </span>
        )}
        {assignee && <bdi>{assignee.name}</bdi>}
      </p>
    </li>
  );
}
