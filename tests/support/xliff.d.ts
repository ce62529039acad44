declare module 'xliff' {
  /** `resources` has units by file and id. */
  export function xliff12ToJs(text: string): Promise<object>;
  export function jsToXliff12(file: object): Promise<string>;
}
