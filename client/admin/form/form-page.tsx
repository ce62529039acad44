import { Button } from '@mantine/core';
import { type ReactNode, type SubmitEvent, use, useEffect, useId, useRef } from 'react';
import type { ApiErrorInfo } from '../../api/errors.ts';
import { ErrorAlert, ResubmitButton } from '../components/error-alert.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { isCaretInText, keepCaretAbove, useKeptCaret } from '../core/caret.ts';
import { useIsTopmost } from '../core/open-dialogs.ts';
import { FullScreenContext, useIsCovered } from '../core/full-screen.ts';
import { SurroundingFormContext } from '../core/surrounding-form.ts';
import { useShortcuts } from '../core/use-shortcuts.ts';
import classes from './form.module.css';
import { ConflictAlert, FormAlerts, OfflineAlert } from './form-alerts.tsx';
import { SignInAgainDialog, SignInLine } from './sign-in-again-dialog.tsx';
import type { RecordForm } from './use-record-form.ts';

export interface PublicationControls {
  state: ReactNode;
  menu: ReactNode;
}

interface FormPageProps<T> {
  title: string;
  form: RecordForm<T>;
  failure: ApiErrorInfo | undefined;
  saveLabel: string;
  /** Whether the browser checks `required` and `url` fields before the save. */
  isChecked?: boolean;
  onCancel: () => void;
  publication?: PublicationControls | undefined;
  action?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}

export function FormPage<T>(props: FormPageProps<T>) {
  const { title, form, failure, saveLabel, isChecked = false, onCancel } = props;
  const { publication, action, aside, children } = props;
  const isCovered = useIsCovered();
  if (form.guard.isRevoked) return null;
  return (
    <>
      <PageHeader title={title} action={action} />
      <div className={classes.beside} data-aside={aside ? true : undefined}>
        {aside && (
          <div className={classes.aside} inert={isCovered}>
            {aside}
          </div>
        )}
        <FormElement form={form} problem={failure} isChecked={isChecked} onSave={form.submit}>
          <FormAlerts form={form} />
          {children}
          <SaveBar form={form} failure={failure} className={classes.actions}>
            {publication?.state}
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
            <div className={classes.save}>
              <SaveButton form={form} label={saveLabel} />
              {publication?.menu}
            </div>
          </SaveBar>
        </FormElement>
      </div>
      <SignInAgainDialog guard={form.guard} />
    </>
  );
}

/** A screen with several forms combines their states. */
export interface SubmitState {
  isSubmitting: boolean;
  conflict?: { theirs: unknown } | undefined;
  blockedSubmits: number;
}

interface FormElementProps {
  form: SubmitState;
  /** A new value after each failed save moves the focus to the first invalid field. */
  problem: unknown;
  /** Whether the browser checks `required` and `url` fields before the save. */
  isChecked?: boolean;
  className?: string | undefined;
  onSave: () => void;
  children: ReactNode;
}

/** Saves on submit and on Ctrl+S, and focuses the first problem of a failed save. */
export function FormElement(props: FormElementProps) {
  const { form, problem, isChecked = false, className = '', onSave, children } = props;
  const element = useRef<HTMLFormElement>(null);
  const id = useId();
  const isFull = use(FullScreenContext)?.form === id;
  useFocusFirstError(element, form, problem);
  useKeptCaret(element);
  useSaveShortcut(element);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSave();
  };
  return (
    <form
      className={`${classes.form} ${className} ${isFull ? 'writing-full' : ''}`}
      ref={element}
      noValidate={!isChecked}
      onSubmit={submit}
      aria-busy={form.isSubmitting}
    >
      <SurroundingFormContext value={{ id, element, isSubmitting: form.isSubmitting }}>
        {children}
      </SurroundingFormContext>
    </form>
  );
}

interface SaveButtonProps {
  form: Pick<SubmitState, 'isSubmitting'>;
  label: string;
}

export function SaveButton({ form, label }: SaveButtonProps) {
  return (
    <Button type="submit" aria-disabled={form.isSubmitting}>
      {form.isSubmitting ? 'Saving...' : label}
    </Button>
  );
}

interface SaveFootProps {
  className?: string | undefined;
  messages: ReactNode;
  children: ReactNode;
}

/** Remains visible at the bottom of the window. */
export function SaveFoot({ className = '', messages, children }: SaveFootProps) {
  const foot = useRef<HTMLDivElement>(null);
  useEffect(() => keepCaretAbove(foot.current!), []);
  return (
    <div className={`${classes.foot} ${className}`} ref={foot}>
      <MessageArea>{messages}</MessageArea>
      <div className={classes.bar}>{children}</div>
    </div>
  );
}

export function MessageArea({ children }: { children: ReactNode }) {
  return (
    <div className={classes.messages}>
      <OfflineAlert />
      {children}
    </div>
  );
}

type SaveBarProps<T> = SaveMessagesProps<T> & Omit<SaveFootProps, 'messages'>;

export function SaveBar<T>({ className, children, ...messages }: SaveBarProps<T>) {
  return (
    <SaveFoot className={className} messages={<SaveMessages {...messages} />}>
      {children}
    </SaveFoot>
  );
}

interface SaveMessagesProps<T> {
  form: Pick<RecordForm<T>, 'conflict' | 'isOwnConflict' | 'blockedSubmits' | 'resolve' | 'guard'>;
  failure: ApiErrorInfo | undefined;
  title?: string;
  /** A message in place of the one after a failed save. */
  notice?: ReactNode;
}

export function SaveMessages<T>({ form, failure, title, notice }: SaveMessagesProps<T>) {
  return (
    <>
      <SignInLine guard={form.guard} />
      {form.conflict && <ConflictAlert form={form} conflict={form.conflict} />}
      {notice ?? <SaveFailure failure={failure} {...(title && { title })} />}
    </>
  );
}

interface SaveFailureProps {
  failure: ApiErrorInfo | undefined;
  title?: string;
}

/** A button saves again or, if fields must be corrected first, leads to the first of them. */
export function SaveFailure({ failure, title = 'Not saved' }: SaveFailureProps) {
  if (!failure) return null;
  return (
    <div data-failure tabIndex={-1} className={classes.failure}>
      <ErrorAlert title={title} failure={failure}>
        {Object.keys(failure.fields).length > 0 ? (
          <Button size="compact-md" variant="default" onClick={showField}>
            Show the field
          </Button>
        ) : (
          <ResubmitButton failure={failure} />
        )}
      </ErrorAlert>
    </div>
  );
}

function showField({ currentTarget }: { currentTarget: HTMLButtonElement }): void {
  currentTarget.form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

/** Saves wherever the focus is, unless a dialog is open above the form. */
function useSaveShortcut(element: { current: HTMLFormElement | null }): void {
  const isTopmost = useIsTopmost();
  const save = (event: KeyboardEvent) => {
    // Holding the keys saves only once.
    if (event.repeat) return;
    if (!isTopmost()) return false;
    element.current?.requestSubmit();
  };
  useShortcuts([{ keys: 'mod+S', label: 'Save', run: save }]);
}

/** `problem` is a new value for each failure. */
function useFocusFirstError(
  element: { current: HTMLFormElement | null },
  { conflict, blockedSubmits }: SubmitState,
  problem: unknown,
): void {
  const theirs = conflict?.theirs;
  useEffect(() => {
    if ((problem || theirs || blockedSubmits) && element.current) focusFirstError(element.current);
  }, [problem, theirs, blockedSubmits, element]);
}

/** Focuses the first invalid field, or the error message. Never takes the caret out of a text. */
export function focusFirstError(form: HTMLFormElement): void {
  if (isCaretInText()) return;
  const problem = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  (problem ?? form.querySelector<HTMLElement>('[data-failure]'))?.focus();
}
