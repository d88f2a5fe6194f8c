/**
 * Entry `shared-ui/dialog`: layers over the page that trap the focus.
 * @module
 */
export { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog.tsx';
export { Dialog, type DialogProps, Drawer } from './Dialog.tsx';
export { type MenuItem, MenuList } from './Menu.tsx';
