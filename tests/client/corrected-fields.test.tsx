import { expect, test } from 'vitest';
import { clearCorrectedError } from '../../client/site/enhancements/form-refusal.ts';

test('a corrected field loses its error and keeps its label, also where the label follows', () => {
  const shapes = {
    line: '<label for="it">Name</label><input id="it" value="Ada" aria-invalid="true">',
    tick: '<label><input id="it" type="checkbox" checked aria-invalid="true"><span>Name</span></label>',
  };
  for (const [shape, html] of Object.entries(shapes)) {
    document.body.innerHTML = `${html}<p id="it-error">Please fill in this field.</p>`;
    clearCorrectedError(document.querySelector('input')!);
    expect(document.body.textContent, shape).toBe('Name');
    expect(document.querySelector('[aria-invalid]'), shape).toBeNull();
  }
});
