/**
 * What the apps may use of styled-components: shared under that key like the router's façade beside this file, and with
 * the same rules. The package is one file with every name it has; a third of it serves names that no app uses.
 */
export { createGlobalStyle, css, keyframes, styled } from 'styled-components/dist/styled-components.browser.esm.js';
