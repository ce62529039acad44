import type { ReactNode } from 'react';
import { LinkedText } from '../components/linked-text.tsx';

interface FormPageProps {
  form: ReactNode;
  /** The heading of the list of next steps. */
  title: string;
  steps: readonly string[];
  /** A sentence below the steps. */
  sideText: string;
  /** What follows below that sentence. */
  children?: ReactNode;
}

/** A form with an explanation of the steps that follow after it is sent. */
export function FormWithSteps({ form, title, steps, sideText, children }: FormPageProps) {
  return (
    <div className="section">
      <div className="hall form-page">
        {form}
        <aside className="form-page-aside" aria-labelledby={title ? 'steps-title' : undefined}>
          {title && <h2 id="steps-title">{title}</h2>}
          {steps.length > 0 && (
            <ol>
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          )}
          {sideText && (
            <p>
              <LinkedText text={sideText} />
            </p>
          )}
          {children}
        </aside>
      </div>
    </div>
  );
}
