import { Toast } from '@base-ui/react/toast';
import type { ToastOptions } from './toasts.ts';

/** Joins the region to what is shown in it. */
export const toastManager = Toast.createToastManager<ToastOptions>();
