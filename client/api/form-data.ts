/**
 * Converts an object to a multipart form as docs/product.md, §7.3 requires: booleans as `1` or `0`, lists as
 * JSON, files unchanged. Leaves out `undefined` and sends `null` as an empty value.
 */
export function toFormData(input: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined) form.append(name, toFormValue(value));
  }
  return form;
}

function toFormValue(value: unknown): string | Blob {
  if (value instanceof Blob) return value;
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
