# BenchExec's tool-info module of patsat, for definitions that
#   patsat bench CAMPAIGN --to benchexec FOLDER
# writes. Run them with
#   cd FOLDER; PYTHONPATH=. benchexec --tool-directory DIRECTORY_OF_PATSAT NAME.xml
# (the definition says tool="tools.patsat", this file in FOLDER/tools), and read the results with
#   patsat report FOLDER/results
"""Tool info for patsat: every plan is verified by the program before it is printed."""

import json

import benchexec.result as result
import benchexec.tools.template


class Tool(benchexec.tools.template.BaseTool2):
    """Exit code 10: a verified plan; 20: proved none, the result line says within what; 0: undecided."""

    def executable(self, tool_locator):
        return tool_locator.find_executable("patsat")

    def name(self):
        return "patsat"

    def project_url(self):
        return "https://example.org/patsat"

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="patsat")

    def cmdline(self, executable, options, task, rlimits):
        # A limit of the program's own ends in "unknown" with statistics; BenchExec's ends the program.
        limits = []
        if rlimits.memory and "--memory-limit" not in options:
            limits += ["--memory-limit", str(max(1, rlimits.memory * 3 // 4 // 2**20))]
        return [executable, *options, *limits, task.single_input_file]

    @staticmethod
    def _events(output):
        for line in output:
            if line.startswith("{"):
                try:
                    yield json.loads(line)
                except ValueError:
                    continue

    def determine_result(self, run):
        if run.exit_code.value == 3:
            return "wrong(self-check)"
        answer = None
        for event in self._events(run.output):
            if event.get("type") == "result":
                answer = event["data"]
        if answer is None:
            return result.RESULT_ERROR
        verdict = answer.get("verdict")
        if verdict == "solved":
            # A plan that is not known to be shortest, where that was asked, is no answer.
            return result.RESULT_UNKNOWN if answer.get("optimal") is False else result.RESULT_TRUE_PROP
        if verdict == "unwinnable":
            return result.RESULT_FALSE_PROP + "(unwinnable)"
        if verdict == "no_plan_within" and "--horizon" in run.cmdline:
            # Of the property "winnable" that says nothing: it is no score.
            return result.RESULT_DONE
        return result.RESULT_UNKNOWN

    def get_value_from_output(self, output, identifier):
        """Columns such as lengths.m2, sat.conflicts, stats.expanded or horizon.clauses."""
        value = None
        for event in self._events(output):
            data = event.get("data", {})
            if event.get("type") == "result" or identifier.startswith(event.get("type", "") + "."):
                path = identifier.split(".")
                if path[0] == event.get("type"):
                    path = path[1:]
                for part in path:
                    data = data.get(part) if isinstance(data, dict) else None
                value = data if data is not None else value
        return None if value is None else str(value)
