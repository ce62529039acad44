import { Button, Menu } from '@mantine/core';
import IconChevronDown from 'icon:chevron-down';
import {
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  use,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { ApiErrorInfo } from '../../api/errors.ts';
import { ErrorAlert, ResubmitButton } from '../components/error-alert.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { focusFirstError } from '../core/caret.ts';
import { keepCaretAbove, useKeptCaret } from '../core/kept-caret.ts';
import { useIsTopmost } from '../core/open-dialogs.ts';
import { FullScreenContext, useIsCovered } from '../core/full-screen.ts';
import { formatTimeOrDateTime } from '../core/format-dates.ts';
import { type SaveWay, SurroundingFormContext } from '../core/surrounding-form.ts';
import { useShortcuts } from '../core/use-shortcuts.ts';
import classes from './form.module.css';
import { ConflictAlert, FormAlerts, OfflineAlert } from './form-alerts.tsx';
import { SignInAgainDialog, SignInLine } from './sign-in-again-dialog.tsx';
import type { RecordForm } from './use-record-form.ts';

export interface PublicationControls {
  state: ReactNode;
  /** More entries of the menu beside the save button. */
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
        <FormElement form={form} problem={failure} isChecked={isChecked} onSave={form.save}>
          <FormAlerts form={form} />
          {children}
          <SaveBar form={form} failure={failure} className={classes.actions}>
            {publication?.state}
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
            <SaveButtons form={form} label={saveLabel} menu={publication?.menu} />
          </SaveBar>
        </FormElement>
      </div>
      <SignInAgainDialog guard={form.guard} />
    </>
  );
}

/** A screen with several forms combines their states. */
interface SubmitState {
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
  onSave: (way: SaveWay) => void;
  children: ReactNode;
}

/** Saves on submit and, without leaving, on Ctrl+S, and focuses the first problem of a failed save. */
export function FormElement(props: FormElementProps) {
  const { form, problem, isChecked = false, className = '', onSave, children } = props;
  const element = useRef<HTMLFormElement>(null);
  const id = useId();
  const isFull = use(FullScreenContext)?.form === id;
  useFocusFirstError(element, form, problem);
  useKeptCaret(element);
  const submitters = useRef<HTMLSpanElement>(null);
  const save = (way: SaveWay) => submitBy(element, submitters, way);
  useSaveShortcut(() => save('stay'));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSave(wayOf(event.nativeEvent.submitter));
  };
  return (
    <form
      className={`${classes.form} ${className} ${isFull ? 'writing-full' : ''}`}
      ref={element}
      noValidate={!isChecked}
      onSubmit={submit}
      aria-busy={form.isSubmitting}
    >
      <SurroundingFormContext value={{ id, element, isSubmitting: form.isSubmitting, save }}>
        {children}
        {/* A submission names the button that caused it. Enter in a field presses the first one of the form. */}
        <span ref={submitters} hidden>
          <button type="submit" name="way" value="stay" formNoValidate />
          <button type="submit" name="way" value="draft" formNoValidate />
        </span>
      </SurroundingFormContext>
    </form>
  );
}

function submitBy(
  form: RefObject<HTMLFormElement | null>,
  submitters: RefObject<HTMLElement | null>,
  way: SaveWay,
): void {
  const submitter = submitters.current?.querySelector<HTMLButtonElement>(`[value="${way}"]`);
  form.current?.requestSubmit(submitter ?? undefined);
}

function wayOf(submitter: HTMLElement | null): SaveWay {
  const { name, value } = (submitter ?? {}) as Partial<HTMLButtonElement>;
  return name === 'way' && (value === 'stay' || value === 'draft') ? value : 'leave';
}

interface SaveButtonsProps extends SaveButtonProps {
  menu?: ReactNode;
}

/** The save button, and a menu with other ways to save. */
export function SaveButtons({ menu, ...button }: SaveButtonsProps) {
  const surrounding = use(SurroundingFormContext);
  return (
    <div className={classes.save}>
      <SaveButton {...button} />
      <Menu position="top-end" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button
            className={classes.menuButton!}
            aria-label="More ways to save"
            disabled={surrounding?.isSubmitting}
          >
            <IconChevronDown size={18} stroke={1.6} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {menu}
          <Menu.Item onClick={() => surrounding?.save('stay')}>Save and stay</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
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
  failure?: ApiErrorInfo | undefined;
  messages: ReactNode;
  children: ReactNode;
}

/** Remains visible at the bottom of the window. */
export function SaveFoot({ className = '', failure, messages, children }: SaveFootProps) {
  const foot = useRef<HTMLDivElement>(null);
  useEffect(() => keepCaretAbove(foot.current!), []);
  useFootHeight(foot);
  return (
    <div className={`${classes.foot} ${className}`} ref={foot}>
      <MessageArea failure={failure}>{messages}</MessageArea>
      <div className={classes.bar}>{children}</div>
    </div>
  );
}

/** What sticks above the foot, in the same form, reads its height. */
function useFootHeight(foot: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const form = foot.current!.closest('form');
    const observer = new ResizeObserver(([entry]) => {
      const height = (entry!.target as HTMLElement).offsetHeight;
      form?.style.setProperty('--save-foot', `${height}px`);
    });
    observer.observe(foot.current!);
    return () => observer.disconnect();
  }, [foot]);
}

interface MessageAreaProps {
  failure: ApiErrorInfo | undefined;
  children: ReactNode;
}

export function MessageArea({ failure, children }: MessageAreaProps) {
  return (
    <div className={classes.messages}>
      {/* The failure says it already. */}
      {failure?.isOffline === undefined && <OfflineAlert />}
      {children}
    </div>
  );
}

type SaveBarProps<T> = SaveMessagesProps<T> & Omit<SaveFootProps, 'messages'>;

export function SaveBar<T>({ className, children, ...messages }: SaveBarProps<T>) {
  return (
    <SaveFoot
      className={className}
      failure={messages.notice ? undefined : messages.failure}
      messages={<SaveMessages {...messages} />}
    >
      <SavedAt form={messages.form} />
      {children}
    </SaveFoot>
  );
}

/** The time of the last save that kept the form open. */
export function SavedAt({ form: { savedAt } }: { form: Pick<RecordForm<never>, 'savedAt'> }) {
  return (
    <p role="status" className={classes.savedAt} data-line>
      {savedAt && `Saved ${formatTimeOrDateTime(savedAt)}`}
    </p>
  );
}

interface SaveMessagesProps<T> {
  form: Pick<
    RecordForm<T>,
    'savedAt' | 'conflict' | 'isOwnConflict' | 'blockedSubmits' | 'resolve' | 'guard'
  >;
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

const wrongField = '[aria-invalid="true"]';

interface SaveFailureProps {
  failure: ApiErrorInfo | undefined;
  title?: string;
}

const rowIsGone =
  'Somebody has deleted it in the meantime. What you typed stays here. If it is in the trash, restore it in another tab, then retry.';

/** A button saves again or, if fields must be corrected first, leads to the first of them. */
export function SaveFailure({ failure, title = 'Not saved' }: SaveFailureProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isMarked, setMarked] = useState(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another failure marks other fields
  useLayoutEffect(() => {
    const form = box.current?.closest('form');
    setMarked(!form || form.querySelector(wrongField) !== null);
  }, [failure]);
  if (!failure) return null;
  const messages = Object.values(failure.fields);
  // The rule may be about a value that this form does not have, such as a text in another group of settings.
  const isElsewhere = messages.length > 0 && !isMarked;
  const shown = isElsewhere ? { ...failure, message: messages.join(' ') } : failure;
  return (
    <div ref={box} data-failure tabIndex={-1} className={classes.failure}>
      <ErrorAlert title={title} failure={shown}>
        {failure.status === 404 && <p className={classes.gone}>{rowIsGone}</p>}
        {isElsewhere ? null : messages.length > 0 ? (
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
  currentTarget.form?.querySelector<HTMLElement>(wrongField)?.focus();
}

/** Saves wherever the focus is, unless a dialog is open above the form. */
function useSaveShortcut(save: () => void): void {
  const isTopmost = useIsTopmost();
  const run = (event: KeyboardEvent) => {
    // Holding the keys saves only once.
    if (event.repeat) return;
    if (!isTopmost()) return false;
    save();
  };
  useShortcuts([{ keys: 'mod+S', label: 'Save', run }]);
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
