import { loadTestPackage } from './test-packages.ts';

interface Problem {
  ruleId: string;
  message: string;
  line: number;
  column: number;
  offset: number;
}

/** The part of the module html-validate that this file uses. */
interface ValidatorModule {
  HtmlValidate: new (
    options: object,
  ) => { validateString(html: string): Promise<{ results: { messages: Problem[] }[] }> };
}

// Switches off rules that forbid React's notation, such as `srcSet`, `<img/>` and `required=""`. This
// notation is valid HTML.
const ofReact = { 'attr-case': 'off', 'void-style': 'off', 'attribute-boolean-style': 'off' } as const;
const { HtmlValidate } = await loadTestPackage<ValidatorModule>('html-validate');
const validator = new HtmlValidate({ root: true, extends: ['html-validate:recommended'], rules: ofReact });

export async function findMarkupProblems(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column, offset }) => {
      return `${ruleId}: ${message} (${line}:${column}) … ${html.slice(Math.max(0, offset - 40), offset + 80)}`;
    }),
  );
}
