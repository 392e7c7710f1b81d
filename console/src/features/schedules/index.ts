export { ScheduleButton } from './schedule-dialog.tsx';
