import { Toast } from '@base-ui/react/toast';
import type { ToastOptions } from './toasts.ts';

export const toastManager = Toast.createToastManager<ToastOptions>();
