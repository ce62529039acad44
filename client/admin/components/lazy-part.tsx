import { Button } from '@mantine/core';
import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { ErrorAlert } from './error-alert.tsx';

interface LazyPart<P extends object> {
  /** The name of the part in the error message, for example 'the editor'. */
  name: string;
  load: () => Promise<ComponentType<P>>;
  /** Shown while the part is loading. */
  placeholder?: ReactNode;
  /** Shown instead of a part that could not be loaded. By default, this is an error message with a reload button. */
  Failed?: ComponentType<P>;
}

/**
 * Returns a component whose code is loaded when the component is first shown. If loading or rendering fails,
 * `Failed` is shown instead, and the rest of the screen keeps its input.
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

/** This component is a class, because React supports error boundaries only as classes. */
class PartBoundary extends Component<{ failed: ReactNode; children: ReactNode }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.failed : this.props.children;
  }
}

/**
 * The advice for the person when a part of the panel could not be loaded. The cause is usually the
 * connection, or an update of the server that has replaced the files of the panel.
 */
export const lazyLoadErrorText =
  'Check your connection, then reload the page. Unsaved changes in a form are offered to you again afterwards.';

/**
 * Reloads the page. Repeating the import would not help, because Chromium remembers a failed script until the
 * page is reloaded. If there are unsaved changes, the browser asks the person first.
 */
export const reloadPage = () => window.location.reload();

function FailedPart({ name }: { name: string }) {
  return (
    <ErrorAlert title={`Couldn’t load ${name}`} failure={{ message: lazyLoadErrorText }}>
      <Button variant="default" onClick={reloadPage}>
        Reload
      </Button>
    </ErrorAlert>
  );
}
