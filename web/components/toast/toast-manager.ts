import { Toast } from '@base-ui/react/toast';
import type { ToastOptions } from './toasts.ts';

/** Connects the toast region to the toasts. */
export const toastManager = Toast.createToastManager<ToastOptions>();
