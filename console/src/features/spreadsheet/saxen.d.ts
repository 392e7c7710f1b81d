declare module 'saxen' {
  export class Parser {
    on(event: 'openTag', handler: (name: string, attributes: () => Record<string, string>) => void): Parser;
    on(event: 'closeTag', handler: (name: string) => void): Parser;
    on(event: 'text' | 'cdata', handler: (text: string) => void): Parser;
    write(text: string): Parser;
    end(): Error | null;
  }
}
