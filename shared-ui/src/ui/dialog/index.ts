/**
 * Entry `shared-ui/dialog`: layers over the page that trap the focus.
 * @module
 */
export { ConfirmDialog, type ConfirmDialogProps, Dialog, type DialogProps, Drawer } from './Dialog.tsx';
export { type MenuItem, MenuList } from './Menu.tsx';
