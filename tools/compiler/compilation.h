// SPDX-License-Identifier: Apache-2.0
// The front end as a whole: files of the command line to nodes in the order of the request.
//
// All of the requested files is compiled; of other files, what these depend on, and the scopes
// around that. One compilation is used by one thread.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tools/compiler/annotation_targets.h"
#include "tools/compiler/diagnostics.h"
#include "tools/compiler/evaluator.h"
#include "tools/compiler/model.h"
#include "tools/compiler/module_table.h"
#include "tools/compiler/node_order.h"
#include "tools/compiler/resolver.h"

namespace capstan::inline CAPSTAN_ABI::compiler {

class Compilation {
 public:
  explicit Compilation(SourceFinderOptions options)
      : modules_(std::move(options), diagnostics_),
        resolver_(modules_, diagnostics_),
        evaluator_(modules_, resolver_, diagnostics_) {}

  Compilation(const Compilation&) = delete;
  Compilation& operator=(const Compilation&) = delete;

  // Returns: whether everything is in order; diagnostics() has more. Call it once.
  bool run(const std::vector<std::string>& files);

  const Diagnostics& diagnostics() const { return diagnostics_; }

  // In the order of the command line. Requires: run() returned true, for this and the next.
  const std::vector<Module*>& requested() const { return requested_; }
  // Files, types, groups, constants and annotations.
  const std::vector<Node*>& nodes() const { return order_.nodes(); }

  // The first struct made for a method, by the order in which interfaces are finished: each after
  // those that it depends on. Returns: null if there is none.
  const Node* firstMethodStruct() const { return firstMethodStruct_; }

  // Every file that was read, for dependency tracking.
  const ModuleTable& modules() const { return modules_; }

 private:
  // How far a node's surroundings are compiled with it; kNothing: it has been, and is finished.
  enum class Reach : std::uint8_t { kNothing = 0, kParents = 1, kChildren = 2 };
  struct Task {
    Node* node;
    Reach reach;
  };

  void visitAll(Node& root);
  void visit(Task task, std::vector<Task>& tasks);
  void finish(const Node& node);
  void compile(Node& node);
  void compileFields(Node& node);
  std::vector<AppliedAnnotation> compileAnnotations(const SyntaxList<AnnotationUse>& uses,
                                                    AnnotationTarget target, Node& scope);
  bool compileAnnotation(const AnnotationUse& use, AnnotationTarget target, Node& scope,
                         AppliedAnnotation& out);
  void finishValues();

  Diagnostics diagnostics_;
  ModuleTable modules_;
  Resolver resolver_;
  Evaluator evaluator_;
  NodeOrder order_;
  std::vector<Module*> requested_;
  const Node* firstMethodStruct_ = nullptr;
};

}  // namespace capstan::inline CAPSTAN_ABI::compiler
