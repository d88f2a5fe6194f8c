/** Entry `shared-ui/dialog`: what lies over the page and holds the focus. */
export { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog.tsx';
export { Dialog, type DialogProps, Drawer } from './Dialog.tsx';
export { type MenuItem, MenuList } from './Menu.tsx';
