import { createGlobalStyle } from 'styled-components';

/**
 * Print styles of a document. The whole document is printed (on screen only the middle of the frame scrolls, so only
 * one page would be printed), dark on light in any theme and without the frame.
 */
export const PrintStyles = createGlobalStyle`
  @media print {
    :root {
      color-scheme: light;
    }
    body, :has(> #main), #main {
      display: block;
      block-size: auto;
      overflow: visible;
      background: Canvas;
    }
    :has(> #main) > :not(#main), #main button {
      display: none;
    }
    #main, #main * {
      color: CanvasText;
      box-shadow: none;
    }
    #main nav {
      padding: 0;
      break-inside: avoid;
      background: Canvas;
    }
    #main nav :is(a, li) {
      min-block-size: 0;
      border: 0;
    }
    #main div {
      max-inline-size: none;
    }
    #main :is(p, li) {
      orphans: 3;
      widows: 3;
    }
  }
`;
