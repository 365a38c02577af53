/** Plans limit signed athletes only. */
export const PLAN_LIMIT_REACHED =
  'Your plan’s limit for signed athletes is reached. Choose another stage, or ask an owner to upgrade the plan.'
