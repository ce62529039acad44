import { Button } from '@mantine/core';
import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { ErrorAlert } from './error-alert.tsx';

interface LazyPart<P extends object> {
  /** In the error message, for example 'the editor'. */
  name: string;
  load: () => Promise<ComponentType<P>>;
  placeholder?: ReactNode;
  /** By default an error message with a reload button. */
  Failed?: ComponentType<P>;
}

/** Loaded when it is first shown. If loading or rendering fails, the rest of the screen keeps its input. */
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

/** React supports error boundaries only as classes. */
class PartBoundary extends Component<{ failed: ReactNode; children: ReactNode }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.failed : this.props.children;
  }
}

/** The cause is usually the connection, or an update of the server that has replaced the files. */
export const lazyLoadErrorText =
  'Check your connection, then reload the page. Unsaved changes in a form are offered to you again afterwards.';

/**
 * Repeating the import would not help: Chromium remembers a failed script until the page is reloaded. The browser asks
 * about unsaved changes.
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
