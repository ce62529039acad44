import { Button } from '@mantine/core';
import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { ErrorAlert } from './error-alert.tsx';

interface LazyPart<P extends object> {
  /** The subject of the message: 'the editor'. */
  name: string;
  load: () => Promise<ComponentType<P>>;
  /** Shown while the part is loading. */
  placeholder?: ReactNode;
  /** Shown instead of a part that could not be loaded. Default: a message in its place. */
  Failed?: ComponentType<P>;
}

/**
 * Returns a component that is loaded when it is first shown. If that fails, a message takes its place, and the screen
 * around it keeps what was typed.
 */
export function lazyPart<P extends object>(options: LazyPart<P>): ComponentType<P> {
  const { name, load, placeholder = null } = options;
  const { Failed = () => <FailedPart name={name} /> } = options;
  const Loaded = lazy(async () => ({ default: await load() }));
  return (props: P) => (
    <PartBoundary failed={<Failed {...props} />}>
      <Suspense fallback={placeholder}>
        <Loaded {...props} />
      </Suspense>
    </PartBoundary>
  );
}

/** React has error boundaries only as classes. */
class PartBoundary extends Component<{ failed: ReactNode; children: ReactNode }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.failed : this.props.children;
  }
}

/** The cause is usually the connection, or an update of the server that has replaced the files of the panel. */
export const lazyLoadErrorText =
  'Check your connection, then reload the page. Unsaved changes in a form are offered to you again afterwards.';

/**
 * Loads the page again. Nothing less helps, because Chromium remembers a script that could not be loaded until then.
 * The browser asks first where changes are unsaved.
 */
export const reload = () => window.location.reload();

function FailedPart({ name }: { name: string }) {
  return (
    <ErrorAlert title={`Couldn’t load ${name}`} failure={{ message: lazyLoadErrorText }}>
      <Button variant="default" onClick={reload}>
        Reload
      </Button>
    </ErrorAlert>
  );
}
