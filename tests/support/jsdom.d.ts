declare module 'jsdom' {
  interface Options {
    url?: string;
    runScripts?: 'dangerously';
    beforeParse?(window: Window & typeof globalThis): void;
  }
  export class JSDOM {
    constructor(html?: string, options?: Options);
    readonly window: Window;
  }
}
