// Makes the manual of the rules anew (`make rules`): Documentation/rules, and what “shed rule” prints.
import ShedRuleExamples

try ManualWriter.write()
