import { HtmlValidate } from 'html-validate';

// The notation of React's renderer: `srcSet`, `<img/>`, `required=""`. All of it is valid.
const ofReact = { 'attr-case': 'off', 'void-style': 'off', 'attribute-boolean-style': 'off' } as const;
const validator = new HtmlValidate({ root: true, extends: ['html-validate:recommended'], rules: ofReact });

export async function findMarkupProblems(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column, offset }) => {
      return `${ruleId}: ${message} (${line}:${column}) … ${html.slice(Math.max(0, offset - 40), offset + 80)}`;
    }),
  );
}
