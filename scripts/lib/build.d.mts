export function refuseFolder(): void;
