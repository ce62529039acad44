import type { ReactNode } from 'react';

interface FormPageProps {
  form: ReactNode;
  /** The heading of the list of next steps. */
  title: string;
  steps: readonly string[];
  children?: ReactNode;
}

/** A form, and beside it what happens after it is sent. */
export function FormPage({ form, title, steps, children }: FormPageProps) {
  return (
    <div className="section">
      <div className="hall form-page">
        {form}
        <aside className="form-page-aside" aria-labelledby="steps-title">
          <h2 id="steps-title">{title}</h2>
          <ol>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          {children}
        </aside>
      </div>
    </div>
  );
}
